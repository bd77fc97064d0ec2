import Synchronization

extension TieredCache {
    private static let sharedCache = Mutex<TieredCache?>(nil)

    /// The cache of the whole program, or `nil` before ``setShared(_:)``.
    public static var shared: TieredCache? { sharedCache.withLock { $0 } }

    /// Makes `cache` the program's own. Call it once, at start: only the first call counts, so
    /// that nobody's cache changes under their hands. Returns whether it was the first.
    @discardableResult
    public static func setShared(_ cache: TieredCache) -> Bool {
        sharedCache.withLock { shared in
            guard shared == nil else { return false }
            shared = cache
            return true
        }
    }
}
