import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An answer with its body, or why there was none.
typealias Got = Result<(Response, String), any Error>

/// One run of random requests, each compared with what the rules say.
struct RuleRun {
    let clock = ManualClock(wallTime: testMoment)
    let origin: RandomOrigin
    let loader: Loader
    var model: RuleModel
    var random: SeededGenerator
    var history: [String] = []
    let url: URL

    /// A run over memory and a disk in `folder`, or over a dictionary when there is none.
    init(seed: UInt64, folder: URL? = nil) throws {
        origin = RandomOrigin(seed: seed, clock, mayBeShared: folder == nil)
        var configuration = Loader.Configuration(origin: origin)
        configuration.time = clock.timeSource
        configuration.retry = .never
        configuration.redirection = .manual
        loader = Loader(
            cache: try Self.cache(folder, isShared: origin.habits.isShared, clock),
            configuration: configuration)
        model = RuleModel(selecting: origin.habits.vary)
        random = SeededGenerator(seed: seed &+ 1000)
        url = try #require(URL(string: "http://a.example/x"))
    }

    private static func cache(
        _ folder: URL?, isShared: Bool, _ clock: ManualClock
    ) throws -> any CacheTier {
        guard let folder else { return DictionaryTier(isShared: isShared) }
        let time = clock.timeSource
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1), time: time) {
            .bytes($0.count)
        }
        let disk = try DiskCache(directory: folder, capacity: .mebibytes(8), time: time)
        return TieredCache(memory, disk)
    }

    var now: Double { clock.wallTime.timeIntervalSince(testMoment) }
}

extension RuleRun {
    /// One request. Returns whether all was as it should be.
    mutating func step() async throws -> Bool {
        clock.advance(by: .seconds(random.pick([0, 1, 2, 5, 12])))
        let method: HTTPMethod = random.pick([.get, .get, .get, .get, .get, .get, .head, .post])
        let request = Request(url, method: method, fields: drawnFields())
        let result = await load(request)
        await loader.idle()
        let seen = origin.takeSeen()
        switch (try? result.get())?.0.cacheStatus.forwardReason {
        case .uriMiss: model.kept.removeAll(where: \.mayBeGone)
        case .varyMiss: model.dropUncertain(request.fields)
        default: break
        }
        let before = model
        var complaint = judge(request, result, seen)
        if complaint != nil, before.find(request.fields)?.mayBeGone == true {
            model = before
            model.dropUncertain(request.fields)
            complaint = judge(request, result, seen)
        }
        history.append(told(request, seen, result))
        guard let complaint else { return true }
        Issue.record("\(complaint)\n\(history.joined(separator: "\n"))\nkept: \(before.kept)")
        return false
    }

    private func load(_ request: Request) async -> Got {
        do {
            let response = try await loader.response(for: request)
            let data = try await response.data()
            return .success((response, String(decoding: data, as: UTF8.self)))
        } catch {
            return .failure(error)
        }
    }

    /// A line for the history.
    private func told(_ request: Request, _ seen: [RandomOrigin.Seen], _ got: Got) -> String {
        let lines = { (fields: HTTPFields) in fields.map { "\($0.name): \($0.value)" } }
        let sent = seen.map { "   sent \(lines($0.request.fields)) → \($0.outcome)\n" }.joined()
        let answer = got.map { "\($0.0.status) \($0.1) \($0.0.cacheStatus)" }
        return "\(now) \(request.method.rawValue) \(lines(request.fields))\n\(sent)   got \(answer)"
    }

    private mutating func drawnFields() -> HTTPFields {
        var fields = HTTPFields()
        if random.below(2) == 0 { fields["Accept"] = random.pick(["a", "b"]) }
        if random.below(4) == 0 { fields["X"] = "1" }
        if random.below(6) == 0 { fields["Authorization"] = random.pick(["ann", "bob"]) }
        if random.below(12) == 0 { fields["If-None-Match"] = "\"\(random.below(4))\"" }
        if random.below(20) == 0 {
            fields["If-Modified-Since"] = date(Double(random.below(4)) * 50 - 2000)
        }
        let directives = (0..<max(0, random.below(5) - 2)).map { _ in
            random.pick([
                "no-cache", "no-store", "max-age=0", "max-age=5", "max-age=20", "max-stale",
                "max-stale=5", "min-fresh=3", "only-if-cached", "stale-if-error=20", "other",
            ])
        }
        if !directives.isEmpty { fields["Cache-Control"] = directives.joined(separator: ", ") }
        return fields
    }
}
