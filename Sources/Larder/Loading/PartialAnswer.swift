#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A part of an answer: the beginning of one whose transfer broke off, or what a 206 brought.
struct PartialAnswer: Sendable {
    /// The head of the whole.
    let response: StoredResponse
    let reader: any EntryReader
    /// Which bytes of the whole are there.
    let range: Range<Int>

    /// `nil` when the entry is no part of an answer.
    init?(_ reader: any EntryReader) {
        let metadata = reader.attributes.metadata
        guard let start = metadata[Self.mark].flatMap(Int.init), start >= 0,
            let response = StoredResponse(reader.attributes),
            case let (end, isTooLong) = start.addingReportingOverflow(reader.attributes.size),
            !isTooLong, start < end
        else { return nil }
        self.response = response
        self.reader = reader
        range = start..<end
    }
}

extension PartialAnswer {
    /// Shorter beginnings of transfers that broke off are fetched again instead.
    static let leastSize = ByteCount.kibibytes(64)

    /// Parts that touch are joined up to this size, since that writes both anew.
    static let joinedSize = ByteCount.mebibytes(8)

    /// The metadata name under which a part tells the place of its first byte.
    static let mark = "http.partial"

    /// Where a part is kept, beside the entry of its URL.
    static func key(under main: String) -> String { "\(main)\npartial" }

    /// Where the whole can go on; `nil` when the part is no beginning, or the origin might send
    /// the rest of something else.
    var point: ResumePoint? {
        range.lowerBound == 0 ? ResumePoint(response, received: range.count) : nil
    }
}

// MARK: - Joining (RFC 9111 §3.4)

extension PartialAnswer {
    /// The head of the whole: the kept one's with what the rest's head brought.
    func joined(with rest: StoredResponse) -> StoredResponse {
        let joined = response.confirmed(by: rest)
        let length = rest.fields["Content-Range"].flatMap(ContentRange.init)?.completeLength
        guard let length else { return joined }
        var fields = joined.fields
        fields["Content-Length"] = String(length)
        return joined.with(fields)
    }

    /// This part and another, `body` in `place` under `head`, as one; `nil` when they do not
    /// touch, may be of different contents, or are too large together.
    func joined(
        with body: Data, in place: Range<Int>, _ head: StoredResponse, _ kind: CacheKind
    ) async throws -> (response: StoredResponse, body: Data, range: Range<Int>)? {
        let start = min(range.lowerBound, place.lowerBound)
        let end = max(range.upperBound, place.upperBound)
        guard place.lowerBound <= range.upperBound, range.lowerBound <= place.upperBound,
            end - start <= Self.joinedSize.bytes, isSameContent(head)
        else { return nil }
        var whole = Data()
        if start < place.lowerBound { whole += try await bytes(start..<place.lowerBound) }
        whole += body
        if place.upperBound < end { whole += try await bytes(place.upperBound..<end) }
        guard whole.count == end - start else { return nil }
        var response = response.confirmed(by: head, in: kind)
        if let length = head.completeLength {
            var fields = response.fields
            fields["Content-Length"] = String(length)
            response = response.with(fields)
        }
        response.selection = head.selection
        return (response, whole, start..<end)
    }

    /// The same strong validator, and no word against the same length.
    private func isSameContent(_ other: StoredResponse) -> Bool {
        guard let condition = Validator(response)?.rangeCondition,
            condition == Validator(other)?.rangeCondition
        else { return false }
        guard let own = response.completeLength, let others = other.completeLength else {
            return true
        }
        return own == others
    }

    /// What is there of the whole in `wanted`.
    private func bytes(_ wanted: Range<Int>) async throws -> Data {
        let start = range.lowerBound
        return try await reader.read(wanted.lowerBound - start..<wanted.upperBound - start)
    }
}

// MARK: - Answering

extension PartialAnswer {
    /// The bytes that are there.
    var body: Body { StoredBody.parts(reader).body(0..<reader.attributes.size) }

    /// The answer to a request for `wanted`; `nil` when not all of it is here.
    func answer(_ wanted: ByteRange) -> (content: ContentRange, body: Body)? {
        // In a whole of unknown length only a range with both ends is within the part.
        guard let part = wanted.resolved(in: response.completeLength ?? .max),
            part.clamped(to: range) == part
        else { return nil }
        let start = range.lowerBound
        let content = ContentRange(range: part, completeLength: response.completeLength)
        return (
            content,
            StoredBody.parts(reader).body(part.lowerBound - start..<part.upperBound - start)
        )
    }
}
