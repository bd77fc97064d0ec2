import Larder

/// What the speed contests ask of a cache.
protocol SpeedPeer<Key> {
    associatedtype Key: Hashable & Sendable

    func value(for key: Key) -> Picture?
    func insert(_ value: Picture, for key: Key)
}

extension DictionaryPeer: SpeedPeer {}
extension LinkedPeer: SpeedPeer {}
extension FoundationPeer: SpeedPeer {}

/// `MemoryCache` with values that cost one byte each.
final class LarderPeer<Key: Hashable & Sendable>: SpeedPeer, Sendable {
    private let cache: MemoryCache<Key, Picture>

    init(capacity: Int) {
        cache = MemoryCache(maximumCount: capacity)
    }

    func value(for key: Key) -> Picture? { cache.value(for: key) }
    func insert(_ value: Picture, for key: Key) { cache.insert(value, for: key) }
}
