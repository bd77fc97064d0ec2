import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An answer as RFC 9111 reads it, for whoever does not hurry. Times are seconds since the test's
/// moment.
struct ModelAnswer {
    var status: Int
    var fields: HTTPFields
    var body: String
    var receivedAt: Double
    /// Whether the cache is several users'.
    var isShared: Bool
    /// What the request said in the fields that select.
    var selecting: [String?] = []
    /// A HEAD spoke of other content.
    var isInvalidated = false
    /// The cache may have dropped it together with another variant.
    var mayBeGone = false
}

extension ModelAnswer {
    var control: [String: String] { Self.control(fields) }

    /// Directives by name, the first of each.
    static func control(_ fields: HTTPFields) -> [String: String] {
        var control: [String: String] = [:]
        for part in (fields["Cache-Control"] ?? "").split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimming(" ") }
            guard let name = sides.first, control[name] == nil else { continue }
            control[name] = sides.count > 1 ? sides[1] : ""
        }
        return control
    }

    func seconds(_ name: String) -> Double? { control[name].map { Double($0) ?? 0 } }

    /// Whether one of the directives is there.
    func has(_ names: String...) -> Bool { names.contains { control[$0] != nil } }

    func date(_ name: String) -> Double? {
        fields[name].flatMap { HTTPDate($0, now: testMoment) }
            .map { $0.date.timeIntervalSince(testMoment) }
    }

    private var made: Double { date("Date") ?? receivedAt }

    /// §4.2.1 and §4.2.2.
    var lifetime: Double {
        if isShared, let stated = seconds("s-maxage") { return stated }
        if let stated = seconds("max-age") { return stated }
        if fields["Expires"] != nil { return max(0, (date("Expires") ?? made) - made) }
        let mayGuess =
            [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
            || has("public")
        guard mayGuess, !has("s-maxage"), let modified = date("Last-Modified") else {
            return 0
        }
        return min(max(0, made - modified) / 10, 604_800)
    }

    /// §4.2.3.
    func age(_ now: Double) -> Double {
        max(0, receivedAt - made, Double(fields["Age"] ?? "") ?? 0) + now - receivedAt
    }

    func excess(_ now: Double) -> Double { age(now) - lifetime }
    func isFresh(_ now: Double) -> Bool { excess(now) < 0 }

    /// §4.2.4.
    var forbidsStale: Bool {
        isInvalidated || has("must-revalidate", "no-cache")
            || isShared && has("proxy-revalidate", "s-maxage")
    }
    var hasValidator: Bool { fields["ETag"] != nil || fields["Last-Modified"] != nil }

    /// §3 and §3.5.
    func mayBeStored(_ request: HTTPFields) -> Bool {
        let heuristic = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
        let understood = heuristic + [302, 303, 307, 403, 500, 502, 503, 504]
        guard Self.control(request)["no-store"] == nil, fields["Vary"]?.contains("*") != true
        else { return false }
        if has("must-understand") {
            guard understood.contains(status) else { return false }
        } else if has("no-store") {
            return false
        }
        if isShared {
            if has("private") { return false }
            if request["Authorization"] != nil, !has("must-revalidate", "public", "s-maxage") {
                return false
            }
        }
        return heuristic.contains(status) || fields["Expires"] != nil
            || has("public", "max-age", isShared ? "s-maxage" : "private")
    }

    /// §4.3.4 and §3.2: the answer after `news` confirmed it.
    func confirmed(by news: ModelAnswer) -> ModelAnswer {
        var result = self
        result.fields["Age"] = nil
        // RFC 9110 §6.6.1: who gets an answer without a date adds it.
        result.fields["Date"] = HTTPDate(testMoment.addingTimeInterval(news.receivedAt)).description
        for name in Set(news.fields.map(\.name)) { result.fields[name] = news.fields[name] }
        result.receivedAt = news.receivedAt
        result.isInvalidated = false
        return result
    }
}

extension ModelAnswer: CustomStringConvertible {
    var description: String {
        "\(status) “\(body)” at \(receivedAt) \(fields.map { "\($0.name): \($0.value)" })"
            + " \(selecting)\(isInvalidated ? " invalidated" : "")"
    }
}

extension StringProtocol {
    fileprivate func trimming(_ character: Character) -> String {
        String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
    }
}
