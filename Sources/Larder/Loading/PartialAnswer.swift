/// The beginning of an answer whose transfer broke off, kept so that it can be resumed.
struct PartialAnswer: Sendable {
    let response: StoredResponse
    let reader: any EntryReader
    let point: ResumePoint

    /// `nil` when the entry is no beginning of an answer or cannot be resumed.
    init?(_ reader: any EntryReader) {
        guard reader.attributes.metadata[Self.mark] != nil,
            let response = StoredResponse(reader.attributes),
            let point = ResumePoint(response, received: reader.attributes.size)
        else { return nil }
        self.response = response
        self.reader = reader
        self.point = point
    }
}

extension PartialAnswer {
    /// Shorter beginnings are fetched again instead.
    static let leastSize = ByteCount.kibibytes(64)

    /// The metadata name that tells a part from a whole.
    static let mark = "http.partial"

    /// Where the beginning of an answer is kept, beside the entry of its URL.
    static func key(under main: String) -> String { "\(main)\npartial" }

    /// The head of the whole: the kept one's with what the rest's head brought
    /// (RFC 9111 §3.4).
    func joined(with rest: StoredResponse) -> StoredResponse {
        let joined = response.confirmed(by: rest)
        let length = rest.fields["Content-Range"].flatMap(ContentRange.init)?.completeLength
        guard let length else { return joined }
        var fields = joined.fields
        fields["Content-Length"] = String(length)
        return joined.with(fields)
    }
}
