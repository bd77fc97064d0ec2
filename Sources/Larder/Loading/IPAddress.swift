#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A numeric address of the internet protocol: 4 bytes or 16.
struct IPAddress: Hashable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads an address as the system prints it; a zone behind `%` is left out. `nil` for
    /// anything else, shorthand such as `127.1` included.
    init?(_ text: String) {
        let plain = String(text.prefix { $0 != "%" })
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, plain, &bytes) == 1 {
            self.bytes = bytes
        } else if inet_pton(AF_INET, plain, &bytes) == 1 {
            self.bytes = Array(bytes[..<4])
        } else {
            return nil
        }
    }
}

extension IPAddress {
    /// Whether the address is one of the public internet.
    var isPublic: Bool {
        guard bytes.count == 16 else { return !isWithin(Self.specialIPv4) }
        if let embedded { return embedded.isPublic }
        return isWithin(Self.globalIPv6) && !isWithin(Self.specialIPv6)
    }

    /// The IPv4 address that an IPv6 one stands for: mapped (RFC 4291), translated by NAT64
    /// (RFC 6052) or tunnelled by 6to4 (RFC 3056).
    private var embedded: IPAddress? {
        if isWithin([Block("::ffff:0:0", 96), Block("64:ff9b::", 96)]) {
            return IPAddress(bytes: Array(bytes[12...]))
        }
        return isWithin([Block("2002::", 16)]) ? IPAddress(bytes: Array(bytes[2..<6])) : nil
    }

    private func isWithin(_ blocks: [Block]) -> Bool {
        blocks.contains { $0.contains(self) }
    }
}

// MARK: - Blocks

extension IPAddress {
    /// The addresses that share their first bits.
    private struct Block {
        let prefix: [UInt8]
        let length: Int

        init(_ address: String, _ length: Int) {
            prefix = IPAddress(address)?.bytes ?? []
            self.length = length
        }

        func contains(_ address: IPAddress) -> Bool {
            guard address.bytes.count == prefix.count else { return false }
            return (0..<prefix.count).allSatisfy { place in
                let bits = min(8, max(0, length - place * 8))
                let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
                return address.bytes[place] & mask == prefix[place] & mask
            }
        }
    }

    private static let specialIPv4 = [
        Block("0.0.0.0", 8), Block("10.0.0.0", 8), Block("100.64.0.0", 10), Block("127.0.0.0", 8),
        Block("169.254.0.0", 16), Block("172.16.0.0", 12), Block("192.0.0.0", 24),
        Block("192.0.2.0", 24), Block("192.88.99.0", 24), Block("192.168.0.0", 16),
        Block("198.18.0.0", 15), Block("198.51.100.0", 24), Block("203.0.113.0", 24),
        Block("224.0.0.0", 4), Block("240.0.0.0", 4),
    ]

    /// All that is given out for global use. The rest is reserved, private or local.
    private static let globalIPv6 = [Block("2000::", 3)]

    private static let specialIPv6 = [
        // Protocol assignments, Teredo, benchmarking and ORCHID; documentation.
        Block("2001::", 23), Block("2001:db8::", 32), Block("3fff::", 20),
    ]
}
