import Larder

/// What one connection has learnt of keys' versions and not heard to be outdated.
///
/// The engine remembers which keys a connection has read and tells it once when one changes
/// (client-side caching). So an entry here is true from the answer that it was learnt from until
/// the engine's word to the contrary, both of which come over the same connection in their order.
///
/// Bounded: a table that is full becomes the older one, and the older one is dropped. A key that
/// is asked for moves to the newer. What was dropped is not known, and costs a look-up.
struct KnownVersions {
    /// What is known of a key.
    enum Knowledge: Equatable {
        case version(EntryVersion)
        case missing
        /// Not what it was; what it is, is not known.
        case changed
    }

    private let capacity: Int
    private var recent: [KeyHash: Knowledge] = [:]
    private var older: [KeyHash: Knowledge] = [:]

    init(capacity: Int) {
        self.capacity = max(2, capacity)
    }
}

extension KnownVersions {
    mutating func learn(_ knowledge: Knowledge, of key: KeyHash) {
        if recent.count >= capacity / 2, recent[key] == nil {
            older = recent
            recent = [:]
        }
        recent[key] = knowledge
    }

    /// The key has changed. What was not known need not be noted: it still is not.
    mutating func hearChange(of key: KeyHash) {
        if recent[key] != nil {
            recent[key] = .changed
        } else if older[key] != nil {
            older[key] = .changed
        }
    }

    mutating func forgetAll() {
        recent = [:]
        older = [:]
    }

    mutating func knowledge(of key: KeyHash) -> Knowledge? {
        if let knowledge = recent[key] { return knowledge }
        guard let knowledge = older[key] else { return nil }
        learn(knowledge, of: key)
        return knowledge
    }

    var count: Int { recent.count + older.count }
}
