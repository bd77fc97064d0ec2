extension StoredResponse {
    /// The stored response after the origin confirmed it with a 304 (RFC 9111 §4.3.4, §3.2).
    ///
    /// The 304's fields replace those stored, except the ones that describe the stored bytes.
    /// The `Age` is the new answer's, or none. What the fields together say is not to be used
    /// unconfirmed is kept no longer, whichever of the two brought it (§5.2.2.4, §5.2.2.7).
    public func confirmed(
        by notModified: StoredResponse, in kind: CacheKind = .private
    ) -> StoredResponse {
        let update = notModified.preparedForStoring(in: kind).fields.without(Self.fieldsOfTheBytes)
        let merged = StoredResponse(
            status: status, fields: fields.without(["age"]).replacing(with: update),
            requestedAt: notModified.requestedAt, receivedAt: notModified.receivedAt,
            selection: selection)
        return merged.preparedForStoring(in: kind)
    }

    /// The stored response after a HEAD was answered with `head` (RFC 9111 §4.3.5).
    ///
    /// It is freshened when nothing in the answer speaks against its being the same content,
    /// else it must be confirmed before its next use.
    public func afterHead(
        _ head: StoredResponse, in kind: CacheKind = .private
    ) -> StoredResponse {
        let described = ["ETag", "Last-Modified", "Content-Length"]
        let isSame = described.allSatisfy { name in
            guard let stated = head.fields[name] else { return true }
            return fields[name] == stated
        }
        if isSame, head.status == 200, status == 200 { return confirmed(by: head, in: kind) }
        var result = self
        result.isInvalidated = true
        return result
    }

    /// The response with what its own `Vary` selects by: an update may name more fields than
    /// before. `nil` when it answers no other request.
    func selecting(
        by request: HTTPFields, random: inout some RandomNumberGenerator
    ) -> StoredResponse? {
        guard case .fields(let names) = Vary(fields) else { return nil }
        if Set(names).isSubset(of: selection.names) { return self }
        var result = self
        guard let new = Selection(response: fields, request: request, random: &random) else {
            return nil
        }
        result.selection = new
        return result
    }

    private static let fieldsOfTheBytes: Set<String> = [
        "content-length", "content-encoding", "content-range", "transfer-encoding",
    ]
}
