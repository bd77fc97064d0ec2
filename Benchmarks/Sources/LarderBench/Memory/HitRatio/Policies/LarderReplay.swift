import Larder

/// The real `MemoryCache`, values being their own sizes.
struct LarderReplay: ReplayCache {
    private let cache: MemoryCache<Int, Int>

    init(capacity: Int) {
        cache = MemoryCache(capacity: .bytes(capacity)) { .bytes($0) }
    }

    func request(_ key: Int, size: Int) -> Bool {
        if cache.value(for: key) != nil { return true }
        cache.insert(size, for: key)
        return false
    }
}
