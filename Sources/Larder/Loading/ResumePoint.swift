/// Where a transfer that broke off can go on (RFC 9110 §14.2, §13.1.5).
///
/// Only a strong validator makes sure that the parts belong to one content, and only a body
/// sent without a content coding has bytes that a range can count.
struct ResumePoint: Sendable, Hashable {
    /// What `If-Range` says.
    let condition: String
    /// The first byte that is missing.
    let offset: Int
    /// The length of the whole, if it was announced.
    let completeLength: Int?

    /// Where to go on after `received` bytes of `response`; `nil` when it cannot be resumed.
    init?(_ response: StoredResponse, received: Int) {
        let fields = response.fields
        guard response.status == 200, received > 0, fields["Content-Encoding"] == nil,
            fields["Accept-Ranges"]?.asciiLowercased() != "none",
            let condition = Validator(response)?.rangeCondition
        else { return nil }
        self.condition = condition
        offset = received
        completeLength = fields["Content-Length"].flatMap(Int.init)
        if let completeLength, completeLength <= received { return nil }
    }
}

extension ResumePoint {
    /// What an answer to the resuming request comes to.
    enum Verdict: Sendable, Hashable {
        /// Its body is the rest.
        case goesOn
        /// The content has changed, and its body is the new one.
        case startsAnew
        /// It is neither.
        case isUseless
    }

    /// The fields that ask for the rest.
    var fields: HTTPFields { ["Range": "bytes=\(offset)-", "If-Range": condition] }

    /// Judges the answer by its head. A part must begin where the last one ended, reach the
    /// end, and not contradict what is known of the whole.
    func judge(status: Int, fields: HTTPFields) -> Verdict {
        if status == 200 { return .startsAnew }
        guard status == 206, let text = fields["Content-Range"],
            let content = ContentRange(text), let range = content.range,
            range.lowerBound == offset, fields["Content-Encoding"] == nil,
            isSameLength(content), isSameContent(fields)
        else { return .isUseless }
        return .goesOn
    }

    private func isSameLength(_ content: ContentRange) -> Bool {
        let whole = content.completeLength
        if let completeLength, let whole, completeLength != whole { return false }
        guard let end = whole ?? completeLength else { return true }
        return content.range?.upperBound == end
    }

    /// Some origins send a part of what they have now, whatever `If-Range` says.
    private func isSameContent(_ fields: HTTPFields) -> Bool {
        guard condition.hasPrefix("\"") else {
            return fields["Last-Modified"] == nil || fields["Last-Modified"] == condition
        }
        return fields.entityTag?.matchesStrongly(EntityTag(condition)) ?? true
    }
}
