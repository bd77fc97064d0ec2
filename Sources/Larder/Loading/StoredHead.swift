/// The head of a kept response as it is used: read from an entry's metadata.
struct StoredHead: Sendable {
    let response: StoredResponse
    /// The slots that the entry lists, the youngest first.
    let slots: [StoredSlot]

    /// `nil` when the metadata make no sense.
    init?(_ attributes: EntryAttributes) {
        guard let response = StoredResponse(attributes) else { return nil }
        self.response = response
        slots = StoredSlot.list(in: attributes.metadata, main: response.selection)
    }

    /// The slots alone, which take less reading.
    static func slots(_ attributes: EntryAttributes) -> [StoredSlot] {
        let main = attributes.metadata["http.selection"].flatMap { Selection($0) }
        return StoredSlot.list(in: attributes.metadata, main: main ?? .everything)
    }
}
