import CLarderSystem

/// What tells whole entries from torn and forged ones.
enum Seal: Sendable {
    /// CRC-32C: against accidents.
    case checksum
    /// Keyed digests: against accidents and whoever can write to the engine.
    case keyed(head: RedisDigestKey, payload: RedisDigestKey)

    init(key: RedisDigestKey?) {
        self =
            key.map { .keyed(head: $0.derived(for: 1), payload: $0.derived(for: 2)) } ?? .checksum
    }
}

extension Seal {
    var isKeyed: Bool {
        if case .keyed = self { true } else { false }
    }

    func digest(ofHead bytes: UnsafeRawBufferPointer) -> UInt64 {
        switch self {
        case .checksum: Self.checksum(bytes)
        case .keyed(let key, _): key.digest(bytes)
        }
    }

    func digest(ofPayload bytes: UnsafeRawBufferPointer) -> UInt64 {
        switch self {
        case .checksum: Self.checksum(bytes)
        case .keyed(_, let key): key.digest(bytes)
        }
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        UInt64(larder_crc32c(0, bytes.baseAddress, bytes.count))
    }
}
