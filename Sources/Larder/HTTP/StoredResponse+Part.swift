extension StoredResponse {
    /// What a 206 brings of its whole; `nil` when that is not one part in a place that is sure
    /// (RFC 9110 §15.3.7).
    ///
    /// Bytes of a content coding are not those that callers get, so their places say nothing.
    var contentRange: ContentRange? {
        guard status == 206, fields["Content-Encoding"] == nil,
            let content = fields["Content-Range"].flatMap(ContentRange.init),
            let range = content.range
        else { return nil }
        let length = fields["Content-Length"]
        return length == nil || length == String(range.count) ? content : nil
    }

    /// The head of the whole that a 206 brings a part of.
    func ofTheWhole(_ completeLength: Int?) -> StoredResponse {
        var whole = fields.without(["content-range", "content-length"])
        if let completeLength { whole.append("Content-Length", String(completeLength)) }
        return StoredResponse(
            status: 200, fields: whole, requestedAt: requestedAt, receivedAt: receivedAt,
            selection: selection)
    }

    /// The length of the whole, if it was announced.
    var completeLength: Int? { fields["Content-Length"].flatMap(Int.init) }
}
