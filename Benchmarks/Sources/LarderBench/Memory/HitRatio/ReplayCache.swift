/// A cache as a replay sees it: told of each request, it answers whether that was a hit.
protocol ReplayCache {
    /// Requests `key`; a miss stores it with `size`, unless the policy would rather not.
    mutating func request(_ key: Int, size: Int) -> Bool
}

/// What a replay found.
struct Misses: Sendable {
    private(set) var requests = 0
    private(set) var bytes = 0
}

extension Misses {
    /// Replays all of `trace` on `cache`.
    init(of cache: some ReplayCache, on trace: Trace) {
        var cache = cache
        for (key, size) in zip(trace.keys, trace.sizes) where !cache.request(key, size: size) {
            requests += 1
            bytes += size
        }
    }
}
