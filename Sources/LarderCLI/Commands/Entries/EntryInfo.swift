#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

/// Everything that is known about an entry.
struct EntryInfo: Encodable {
    let key: String
    let bucket: String?
    let size: Int
    let storedAt: Date
    let expiresAt: Date?
    let isRead: Bool
    /// Where the bytes lie: the pack or the payload's own file, and the record's place.
    let file: String
    let offset: Int
    let picture: Picture?
    let response: Answer?
    let metadata: [String: String]

    struct Picture: Encodable {
        let format: String
        let width: Int
        let height: Int
        let frames: Int
    }

    struct Answer: Encodable {
        let status: Int
        let fields: [String]
        let receivedAt: Date
        /// `fresh`, `stale` or `unknown`, and why.
        let state: String
        let reason: String
        /// How many answers to other requests for the same URL are kept.
        let variants: Int
    }
}

extension EntryInfo {
    init(_ found: EntryKey, picture: ImageInfo?, now: Date) {
        let entry = found.entry
        key = found.key
        bucket = entry.bucket
        size = entry.size
        storedAt = entry.storedAt
        expiresAt = entry.expiresAt
        isRead = entry.isRead
        file = entry.location.payloadFile ?? entry.location.file
        offset = entry.location.payloadFile == nil ? entry.location.offset : 0
        self.picture = picture.map {
            Picture(
                format: $0.format.name, width: $0.size.width, height: $0.size.height,
                frames: $0.frameCount)
        }
        response = StoredResponse.recorded(in: entry).map {
            Answer($0, slots: entry.metadata["http.slots"], now: now)
        }
        metadata = entry.metadata.filter { !$0.key.hasPrefix("http.") }
    }

    /// The report for a person: a line for each thing that is known.
    func text(now: Date) -> String {
        var lines = [
            ("key", key), ("bucket", bucket ?? "-"), ("size", ByteCount.bytes(size).description),
            ("stored", "\(Self.moment(storedAt)), \(Describe.age(since: storedAt, now: now)) ago"),
            ("expires", expiry(now)),
            ("read", isRead ? "since it was stored or last passed" : "not lately"),
            ("lies in", "\(file) at \(offset)"),
        ]
        if let picture {
            let frames = picture.frames > 1 ? ", \(picture.frames) frames" : ""
            lines.append(
                ("picture", "\(picture.format), \(picture.width)×\(picture.height)\(frames)"))
        }
        if let response { lines += response.lines }
        lines += metadata.sorted { $0.key < $1.key }.map { ("note \($0.key)", $0.value) }
        return lines.map { name, value in
            Describe.printable(name).padded(to: 10) + " " + Describe.printable(value)
        }.joined(separator: "\n")
    }

    private func expiry(_ now: Date) -> String {
        guard let expiresAt else { return "never" }
        let moment = Self.moment(expiresAt)
        guard expiresAt <= now else { return moment }
        return "\(moment), expired \(Describe.age(since: expiresAt, now: now)) ago"
    }

    static func moment(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension EntryInfo.Answer {
    init(_ response: StoredResponse, slots: String?, now: Date) {
        status = response.status
        fields = response.fields.map { "\($0.name): \($0.value)" }
        receivedAt = response.receivedAt
        state = EntryRow.state(of: response, now: now)
        reason = Self.reason(response, now)
        variants = slots.map { max(0, $0.split(separator: "\n").count - 1) } ?? 0
    }

    fileprivate var lines: [(String, String)] {
        [
            ("status", String(status)), ("received", EntryInfo.moment(receivedAt)),
            ("freshness", "\(state): \(reason)"), ("variants", String(variants)),
        ] + fields.map { ("field", $0) }
    }

    private static func reason(_ response: StoredResponse, _ now: Date) -> String {
        if response.isInvalidated { return "a later request has changed what it speaks of" }
        let lifetime = response.freshnessLifetime()
        let origin =
            lifetime.isHeuristic
            ? (lifetime.duration == .zero
                ? "the origin states no lifetime, so it is confirmed at each use"
                : "the origin states no lifetime; a share of the time since the last change counts")
            : "the origin states a lifetime of \(span(lifetime.duration))"
        return switch response.freshness(at: now) {
        case .fresh(let rest): "\(span(rest)) left; \(origin)"
        case .stale(let excess): "ended \(span(excess)) ago; \(origin)"
        case .unknown: "the clock has been set back; \(origin)"
        }
    }

    private static func span(_ duration: Duration) -> String {
        let start = Date(timeIntervalSince1970: 0)
        return Describe.age(since: start, now: start.addingTimeInterval(duration / .seconds(1)))
    }
}
