/// A place in the log: a pack and an offset in it. The only order there is.
///
/// Packed into 52 bits, so that a word of the control page has room for a check of itself:
/// 28 bits of pack number, 24 bits of offset in units of 8 bytes.
struct Address: Hashable, Sendable {
    var pack: UInt32
    var offset: Int

    static let zero = Address(pack: 0, offset: 0)
    /// Pack numbers end before this; a cache that writes its smallest packs in a row gets there
    /// after two tebibytes, one of usual size after many exbibytes. Then it begins anew.
    static let packLimit: UInt32 = 1 << 28
}

extension Address {
    init(raw: UInt64) {
        pack = UInt32(truncatingIfNeeded: (raw >> 24) & 0xFFF_FFFF)
        offset = Int(raw & 0xFF_FFFF) << 3
    }

    var raw: UInt64 { UInt64(pack) << 24 | UInt64(offset >> 3) }

    func advanced(by count: Int) -> Address { Address(pack: pack, offset: offset + count) }
}

extension Address: Comparable {
    static func < (lhs: Address, rhs: Address) -> Bool { lhs.raw < rhs.raw }
}
