import Foundation

/// `NSCache` as a Swift program uses it: keys bridged to objects.
final class FoundationPeer<Key: Hashable & Sendable> {
    private let cache = NSCache<KeyBox<Key>, Picture>()

    init(capacity: Int) {
        cache.totalCostLimit = capacity
    }

    func value(for key: Key) -> Picture? {
        cache.object(forKey: KeyBox(key))
    }

    func insert(_ value: Picture, for key: Key) {
        cache.setObject(value, forKey: KeyBox(key), cost: 1)
    }
}

/// A key as the object that `NSCache` wants.
final class KeyBox<Key: Hashable>: NSObject {
    private let key: Key

    init(_ key: Key) {
        self.key = key
    }

    override var hash: Int { key.hashValue }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? KeyBox<Key>)?.key == key
    }
}
