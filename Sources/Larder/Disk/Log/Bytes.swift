import CLarderSystem

/// Little-endian numbers in raw memory, wherever they lie.
extension UnsafeRawBufferPointer {
    func number<Number: FixedWidthInteger>(at offset: Int, as: Number.Type = Number.self) -> Number
    {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

extension UnsafeMutableRawBufferPointer {
    func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
}

extension String {
    /// Calls `body` with the UTF-8, where it lies if it does: without counting a reference.
    @inline(__always)
    func withContiguousUTF8<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let result = try utf8.withContiguousStorageIfAvailable { bytes in
            try body(UnsafeRawBufferPointer(bytes))
        }
        if let result { return result }
        var native = self
        return try native.withUTF8 { bytes in try body(UnsafeRawBufferPointer(bytes)) }
    }
}

/// CRC-32C (RFC 3720), the checksum of everything on disk.
enum Checksum {
    /// The checksum of `bytes`, going on from `start`.
    static func of(_ bytes: UnsafeRawBufferPointer, from start: UInt32 = 0) -> UInt32 {
        larder_crc32c(start, bytes.baseAddress, bytes.count)
    }
}

/// The key of the directory's hash: nobody who does not know it can aim at a place in the index.
struct HashKey: Hashable, Sendable {
    var first: UInt64
    var second: UInt64

    static func random() -> HashKey {
        HashKey(first: .random(in: 1 ... .max), second: .random(in: 0 ... .max))
    }

    /// The hash of `bytes` (SipHash-1-3).
    func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        larder_siphash13(first, second, bytes.baseAddress, bytes.count)
    }
}

/// Sizes, rounded as the format and the disk round them.
enum Layout {
    /// Records start at multiples of this.
    static let alignment = 8
    /// Files are charged in multiples of this.
    static let block = 4096

    static func aligned(_ count: Int) -> Int { (count + alignment - 1) & ~(alignment - 1) }

    /// What a file of `length` bytes is charged for: its blocks, and one for what the file
    /// system keeps about them.
    static func charge(_ length: Int) -> Int { ((length + block - 1) & ~(block - 1)) + block }
}
