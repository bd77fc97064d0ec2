/// For whom a cache keeps responses: some rules of RFC 9111 differ.
public enum CacheKind: Sendable, Hashable {
    /// One user's own. What Larder is unless a tier says otherwise.
    case `private`
    /// Several users'.
    case shared
}
