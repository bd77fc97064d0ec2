/// Why an entry left a ``MemoryCache``.
public enum RemovalReason: Sendable, Hashable, CaseIterable {
    /// Room was needed for another entry.
    case evicted
    /// The cache was trimmed: the machine is short of memory, or ``MemoryCache/trim(to:)``.
    case trimmed
    /// Its lifetime was over when it was asked for.
    case expired
    /// Its key was stored anew.
    case replaced
    /// It was removed by its key, by a condition, or with everything else.
    case removed
}
