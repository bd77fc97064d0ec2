import Synchronization

/// The head of a kept response as it is used: read from an entry's metadata. A class, as
/// ``PreparedRequest`` is.
final class StoredHead: Sendable {
    /// The key of the entry.
    let key: ExactKey<String>
    let response: StoredResponse
    /// The slots that the entry lists, the youngest first.
    let slots: [StoredSlot]
    /// Whether no slot is listed but the entry's own.
    let isAlone: Bool
    /// The fields with the `Age` that was last told.
    private let told = Mutex<(age: Int64, fields: HTTPFields)?>(nil)

    private init(_ key: ExactKey<String>, _ response: StoredResponse, _ slots: [StoredSlot]) {
        self.key = key
        self.response = response
        self.slots = slots
        isAlone = slots == [StoredSlot(suffix: "", selection: response.selection)]
    }

    /// `nil` when the metadata make no sense.
    convenience init?(_ attributes: EntryAttributes, of key: String) {
        guard let response = StoredResponse(attributes) else { return nil }
        let slots = StoredSlot.list(in: attributes.metadata, main: response.selection)
        self.init(ExactKey(key), response, slots)
    }
}

extension StoredHead {
    /// The slots alone, which take less reading.
    static func slots(_ attributes: EntryAttributes) -> [StoredSlot] {
        let main = attributes.metadata["http.selection"].flatMap { Selection($0) }
        return StoredSlot.list(in: attributes.metadata, main: main ?? .everything)
    }

    /// The head with another response in place of its own.
    func with(_ response: StoredResponse) -> StoredHead { StoredHead(key, response, slots) }

    /// The response's fields with an `Age` of so many seconds. All answers of one second share
    /// them.
    func fields(aged age: Int64) -> HTTPFields {
        if let told = told.withLock({ $0 }), told.age == age { return told.fields }
        var fields = response.fields
        fields["Age"] = String(age)
        told.withLock { $0 = (age, fields) }
        return fields
    }
}
