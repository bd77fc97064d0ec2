/// Where the index says a record is, in one word: pack (21 bits, of which the live packs are
/// always fewer), offset and length (units of 8 bytes), and two marks.
struct IndexPlace: Hashable, Sendable {
    var word: UInt64
}

extension IndexPlace {
    private static let packMask: UInt64 = 1 << 21 - 1
    private static let offsetMask: UInt64 = 1 << 23 - 1
    private static let lengthMask: UInt64 = 1 << 18 - 1

    init(_ address: Address, length: Int, isLarge: Bool) {
        word =
            UInt64(address.pack) & Self.packMask | (UInt64(address.offset >> 3) << 21)
            | (UInt64(length >> 3) << 44) | (isLarge ? 1 << 62 : 0)
    }

    var length: Int { Int(word >> 44 & Self.lengthMask) << 3 }
    var isLarge: Bool { word & 1 << 62 != 0 }
    /// Whether this process has set the record's read mark.
    var isMarked: Bool {
        get { word & 1 << 63 != 0 }
        set { word = newValue ? word | 1 << 63 : word & ~(1 << 63) }
    }

    /// The whole address, for a log that ends in pack `last`.
    func address(last: UInt32) -> Address {
        let behind = (UInt64(last) &- word) & Self.packMask
        let offset = Int(word >> 21 & Self.offsetMask) << 3
        return Address(pack: last &- UInt32(behind), offset: offset)
    }

    /// Whether both are the same record, whatever their marks.
    func isSame(as other: IndexPlace) -> Bool { (word ^ other.word) << 2 == 0 }
}
