import Larder

/// What one connection has learnt of keys' versions and not heard to be outdated.
///
/// The engine remembers which keys a connection has read and tells it once when one changes
/// (client-side caching). So an entry here is true from the answer that it was learnt from until
/// the engine's word to the contrary, both of which come over the same connection in their order.
///
/// Bounded: what was dropped is not known, and costs a look-up.
struct KnownVersions {
    /// What is known of a key.
    enum Knowledge: Equatable {
        case version(EntryVersion)
        case missing
        /// Not what it was; what it is, is not known.
        case changed
    }

    private var table: RecentTable<KeyHash, Knowledge>

    init(capacity: Int) {
        table = RecentTable(capacity: capacity)
    }
}

extension KnownVersions {
    mutating func learn(_ knowledge: Knowledge, of key: KeyHash) {
        table.set(key, knowledge)
    }

    /// The key has changed. What was not known need not be noted: it still is not.
    mutating func hearChange(of key: KeyHash) {
        table.replace(key, by: .changed)
    }

    mutating func forgetAll() { table.removeAll() }

    mutating func knowledge(of key: KeyHash) -> Knowledge? { table[key] }

    var count: Int { table.count }
}
