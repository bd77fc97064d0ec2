/// The first bytes of a pack file.
struct PackHeader: Hashable, Sendable {
    var number: UInt32
    /// Told apart from every other pack, however often its blocks are used again.
    var random: UInt64
    var hashKey: HashKey
    var version = PackHeader.currentVersion
}

extension PackHeader {
    static let size = 64
    static let currentVersion: UInt32 = 1
    /// "LarderPk", read as a little-endian number.
    static let magic: UInt64 = 0x6B50_7265_6472_614C

    enum Failure: Error, Hashable { case damaged, newerFormat }

    func write(to bytes: UnsafeMutableRawBufferPointer) {
        bytes.put(Self.magic, at: 0)
        bytes.put(version, at: 8)
        bytes.put(UInt64(number), at: 16)
        bytes.put(random, at: 24)
        bytes.put(hashKey.first, at: 32)
        bytes.put(hashKey.second, at: 40)
        bytes.put(UInt64(0), at: 48)
        bytes.put(UInt64(0), at: 56)
        bytes.put(Self.checksum(UnsafeRawBufferPointer(bytes)), at: 12)
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard bytes.count >= Self.size, bytes.number(at: 0) == Self.magic,
            bytes.number(at: 12) == Self.checksum(bytes)
        else { throw .damaged }
        version = bytes.number(at: 8)
        // What follows the version is a later format's own business.
        guard version <= Self.currentVersion else { throw .newerFormat }
        let number: UInt64 = bytes.number(at: 16)
        guard version == Self.currentVersion, number > 0, number < UInt64(Address.packLimit) else {
            throw .damaged
        }
        self.number = UInt32(number)
        random = bytes.number(at: 24)
        hashKey = HashKey(first: bytes.number(at: 32), second: bytes.number(at: 40))
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let before = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[0..<12]))
        return Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[16..<size]), from: before)
    }
}
