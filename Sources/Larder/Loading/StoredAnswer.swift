/// A stored response with its body, found for a request. A class, as ``PreparedRequest`` is.
final class StoredAnswer: Sendable {
    let head: StoredHead
    /// The bytes, which stay readable when the entry is replaced meanwhile.
    let body: StoredBody
    /// What tells the place where it is kept from the others of its URL.
    private let suffix: String
    /// The attributes of its entry as they were found.
    let attributes: EntryAttributes

    init(head: StoredHead, body: StoredBody, suffix: String, attributes: EntryAttributes) {
        self.head = head
        self.body = body
        self.suffix = suffix
        self.attributes = attributes
    }
}

extension StoredAnswer {
    var response: StoredResponse { head.response }

    /// Where it is kept.
    var slot: StoredSlot { StoredSlot(suffix: suffix, selection: response.selection) }

    /// The same content under a head that was made new.
    func with(_ response: StoredResponse) -> StoredAnswer {
        StoredAnswer(head: head.with(response), body: body, suffix: suffix, attributes: attributes)
    }
}
