/// A stored response with its body, found for a request. A class, as ``PreparedRequest`` is.
final class StoredAnswer: Sendable {
    let response: StoredResponse
    /// The bytes, which stay readable when the entry is replaced meanwhile.
    let body: StoredBody
    /// Where it is kept.
    let slot: StoredSlot
    /// The attributes of its entry as they were found.
    let attributes: EntryAttributes

    init(
        response: StoredResponse, body: StoredBody, slot: StoredSlot, attributes: EntryAttributes
    ) {
        self.response = response
        self.body = body
        self.slot = slot
        self.attributes = attributes
    }

    /// The same content under a head that was made new.
    func with(_ response: StoredResponse) -> StoredAnswer {
        StoredAnswer(response: response, body: body, slot: slot, attributes: attributes)
    }
}
