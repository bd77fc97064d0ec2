/// A stored response with its body, found for a request.
struct StoredAnswer: Sendable {
    var response: StoredResponse
    /// The bytes, which stay readable when the entry is replaced meanwhile.
    let body: StoredBody
    /// Where it is kept.
    let slot: StoredSlot
    /// The attributes of its entry as they were found.
    let attributes: EntryAttributes
}
