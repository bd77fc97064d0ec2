/// How short of memory the machine or the container is.
public enum MemoryPressure: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// There is enough.
    case normal
    /// Programs begin to wait for memory.
    case warning
    /// Programs stand still for want of memory, or are about to be killed.
    case critical

    /// Whether `lhs` is less serious than `rhs`.
    public static func < (lhs: MemoryPressure, rhs: MemoryPressure) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension MemoryCache {
    /// Gives back a share of what is held: a quarter under ``MemoryPressure/warning``, three
    /// quarters under ``MemoryPressure/critical``, the least worth keeping first.
    ///
    /// Repeated while the pressure lasts it empties the cache step by step, and no faster than
    /// is needed.
    ///
    /// - Complexity: As ``trim(to:)``.
    public func relieve(_ pressure: MemoryPressure) {
        let bytes = statistics.bytes.bytes
        switch pressure {
        case .normal: break
        case .warning: trim(to: .bytes(bytes - bytes / 4))
        case .critical: trim(to: .bytes(bytes / 4))
        }
    }
}
