#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What of a stored answer a request gets, by its own conditions and ranges (RFC 9111 §4.3.2,
/// RFC 9110 §13.2.2, §14.2).
struct StoredPart {
    private(set) var status: Int
    private(set) var fields: HTTPFields
    private(set) var body: Body

    init(_ request: PreparedRequest, _ stored: StoredAnswer, age: Duration?) {
        status = stored.response.status
        fields =
            age.map { stored.head.fields(aged: $0.components.seconds) } ?? stored.response.fields
        body = stored.body.body(0..<stored.body.count)
        // Most requests want the whole, whatever it is.
        if request.method == .get, request.fields.isEmpty { return }
        if Precondition(request.fields).isAnsweredByNotModified(stored.response) {
            becomeNotModified()
        } else if request.method == .head {
            body = Body(Data())
        } else if let range = Self.range(of: request.fields, in: stored) {
            narrow(to: range, of: stored.body)
        }
    }

    /// `nil` when what is kept is not all that is wanted, or when the caller holds other content.
    init?(
        _ request: PreparedRequest, _ wanted: ByteRange, _ stored: PartialAnswer, age: Duration?
    ) {
        let condition = request.fields["If-Range"]
        guard condition == nil || condition == Validator(stored.response)?.rangeCondition,
            let (content, body) = stored.answer(wanted)
        else { return nil }
        status = 206
        fields = stored.response.fields
        self.body = body
        if let age { fields["Age"] = String(age.components.seconds) }
        fields["Content-Range"] = content.description
        fields["Content-Length"] = String(content.range?.count ?? 0)
    }

    private mutating func becomeNotModified() {
        status = 304
        body = Body(Data())
        fields = fields.ofNotModified
    }

    private mutating func narrow(to range: ByteRange, of stored: StoredBody) {
        let part = range.resolved(in: stored.count)
        let content = ContentRange(range: part, completeLength: stored.count)
        status = part == nil ? 416 : 206
        fields["Content-Range"] = content.description
        fields["Content-Length"] = String(part?.count ?? 0)
        body = part.map(stored.body) ?? Body(Data())
    }

    /// The range to answer with; `nil` when the whole is the answer.
    ///
    /// A body that was sent in a content coding is kept without it, so its bytes are not those
    /// that the range counts.
    static func range(of request: HTTPFields, in stored: StoredAnswer) -> ByteRange? {
        guard let range = request["Range"].flatMap(ByteRange.init),
            stored.response.status == 200, !stored.isCoded
        else { return nil }
        guard let condition = request["If-Range"] else { return range }
        return condition == Validator(stored.response)?.rangeCondition ? range : nil
    }
}

extension HTTPFields {
    /// The fields for a 304: those of the content are left out, the others stay
    /// (RFC 9110 §15.4.5).
    var ofNotModified: HTTPFields {
        without([
            "content-length", "content-type", "content-encoding", "content-language",
            "content-range",
        ])
    }
}

extension StoredAnswer {
    /// Whether the body was sent in a content coding, which was undone before it was kept.
    var isCoded: Bool {
        guard let coding = response.fields["Content-Encoding"] else { return false }
        return coding.asciiLowercased() != "identity"
    }
}
