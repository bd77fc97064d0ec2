import Synchronization

/// The least a thread-safe cache can be: a dictionary behind a lock, bounded by replacing.
final class DictionaryPeer<Key: Hashable & Sendable>: Sendable {
    private let values = Mutex<[Key: Picture]>([:])

    func value(for key: Key) -> Picture? {
        values.withLock { $0[key] }
    }

    func insert(_ value: Picture, for key: Key) {
        let old = values.withLock { $0.updateValue(value, forKey: key) }
        consume(old)
    }
}

/// Takes the place of a picture: an object, as peers store them.
final class Picture: Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}
