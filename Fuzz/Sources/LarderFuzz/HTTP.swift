import FoundationEssentials

@testable import Larder

extension FuzzTarget {
    /// Everything that reads HTTP fields, and a response's way into an entry and back.
    ///
    /// The bytes are lines `name: value`; each value is also read as every kind of field there is.
    static let http = FuzzTarget(name: "http") { bytes in
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let fields = HTTPFields(
            lines.map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return HTTPFields.Field(
                    name: String(parts.first ?? ""), value: String(parts.last ?? ""))
            })
        for field in fields { readAlone(field.value) }
        roundTrip(fields)
        readHead(bytes)
    }

    /// The bytes as a head, line by line, as they come from a server.
    private static func readHead(_ bytes: UnsafeRawBufferPointer) {
        var parser = ResponseHeadParser()
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            if case .malformed = parser.receive(UnsafeRawBufferPointer(rebasing: rest[...end])) {
                return
            }
            rest = rest[(end + 1)...]
        }
    }

    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    private static func readAlone(_ value: String) {
        if let date = HTTPDate(value, now: now) {
            precondition(date.date.timeIntervalSinceReferenceDate.isFinite)
            precondition(HTTPDate(date.description, now: now) == date, "a date is written wrongly")
        }
        if let selection = Selection(value) {
            precondition(Selection(selection.description) == selection)
        }
        _ = CacheControl(value).listedFields("no-cache")
        _ = ByteRange(value)?.resolved(in: 1000)
        _ = DeltaSeconds(value)
        _ = EntityTag.list(value)
        _ = IPAddress(value)
        _ = URL(string: "http://a.example/").map { URL(reference: value, relativeTo: $0) }
        _ = URL(string: value).map { KeyNormalizer.dropping(["sig"]).key(for: $0) }
        if let range = ContentRange(value) {
            precondition(ContentRange(range.description) == range)
        }
    }

    private static func roundTrip(_ fields: HTTPFields) {
        var random = SystemRandomNumberGenerator()
        guard let selection = Selection(response: fields, request: fields, random: &random)
        else { return }
        precondition(selection.matches(fields), "a response does not answer its own request")
        let response = StoredResponse(
            status: 200, fields: fields, requestedAt: now, receivedAt: now, selection: selection)
        _ = response.freshness(at: now)
        _ = RetryAfter.delay(fields, now: now)
        _ = response.confirmed(by: response)
        _ = response.afterHead(response).selecting(by: fields, random: &random)
        let part = StoredResponse(
            status: 206, fields: fields, requestedAt: now, receivedAt: now, selection: selection)
        if let content = part.contentRange {
            precondition(
                part.ofTheWhole(content.completeLength).completeLength
                    == content.completeLength)
        }
        _ = Precondition(fields).isAnsweredByNotModified(response)
        let kept = response.preparedForStoring()
        let attributes = EntryAttributes(size: 0, metadata: kept.metadata, storedAt: now)
        precondition(StoredResponse(attributes) != nil, "what was written is not read back")
        let hostile = EntryAttributes(size: 0, metadata: raw(fields), storedAt: now)
        _ = StoredHead(hostile, of: "key")
    }

    /// The fields as an entry's metadata that nobody wrote.
    private static func raw(_ fields: HTTPFields) -> [String: String] {
        Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
}
