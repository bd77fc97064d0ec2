import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tells whether two answers have the same bytes, also in another run of the program.
///
/// Two lanes of 64 bits, each a multiplication and a turn for eight bytes, so it reads some
/// gigabytes a second. It is no defence against bytes made to collide, and need be none: tags
/// are compared only between answers to one request, and who can answer it can answer anything.
struct ContentTag: Hashable, Sendable {
    private let length: Int
    private let low: UInt64
    private let high: UInt64

    /// The tag of `bytes`.
    init(_ bytes: Data) {
        length = bytes.count
        (low, high) = bytes.withUnsafeBytes { Self.lanes($0) }
    }

    private static func lanes(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        var low: UInt64 = 0x243F_6A88_85A3_08D3
        var high: UInt64 = 0x1319_8A2E_0370_7344
        func mix(_ word: UInt64) {
            low = (low ^ word) &* 0x9E37_79B9_7F4A_7C15
            low ^= low >> 29
            high = (high &+ word) &* 0xC2B2_AE3D_27D4_EB4F
            high ^= high >> 31
        }
        var place = 0
        while place + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            place += 8
        }
        mix(bytes[place...].reduce(1) { $0 << 8 | UInt64($1) })
        return (low, high)
    }
}

extension ContentTag: CustomStringConvertible {
    /// The tag as text, for an entry's metadata.
    var description: String {
        [UInt64(length), low, high].map { String($0, radix: 16) }.joined(separator: "-")
    }

    /// Reads what ``description`` writes.
    init?(_ description: String) {
        let parts = description.split(separator: "-").compactMap { UInt64($0, radix: 16) }
        guard parts.count == 3, let length = Int(exactly: parts[0]) else { return nil }
        self.length = length
        low = parts[1]
        high = parts[2]
    }
}
