#if os(Linux)
import CZlib
import LarderTesting
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What zlib makes of `data`: 31 for gzip, 15 for its own format, -15 for bare blocks.
func deflated(_ data: Data, window: Int32) -> Data {
    var stream = z_stream()
    deflateInit2_(
        &stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = [UInt8](data)
    var output = [UInt8](repeating: 0, count: data.count + 1000)
    input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            deflate(&stream, Z_FINISH)
        }
    }
    return Data(output.prefix(Int(stream.total_out)))
}

@Suite struct `RFC 9110 §8.4.1 Undoing gzip and deflate` {
    static let codings: [(Inflater.Format, Int32)] = [
        (.gzip, 31), (.deflate, 15), (.deflate, -15),
    ]
    private let content = Data.pattern(3, count: 90_000) + Data(count: 300_000)

    /// Unpacks `bytes` as they come in pieces of `size`.
    private func unpack(
        _ bytes: Data, _ format: Inflater.Format, by size: Int
    ) -> (content: Data, isSound: Bool, isWhole: Bool) {
        let inflater = Inflater(format)
        var content = Data()
        var rest = bytes
        while !rest.isEmpty {
            let isSound = rest.prefix(size).withUnsafeBytes { piece in
                inflater.unpack(piece) {
                    content.append(contentsOf: $0)
                    return true
                }
            }
            guard isSound else { return (content, false, inflater.isWhole) }
            rest = rest.dropFirst(size)
        }
        return (content, true, inflater.isWhole)
    }

    @Test(arguments: codings.indices, [1, 7, 1000, .max])
    func `gives the content, in pieces of any size`(coding: Int, size: Int) {
        let (format, window) = Self.codings[coding]
        let found = unpack(deflated(content, window: window), format, by: size)
        #expect(found.content == content && found.isSound && found.isWhole)
    }

    @Test(arguments: codings.indices)
    func `finds out that the content breaks off, wherever that is`(coding: Int) {
        let (format, window) = Self.codings[coding]
        let content = Data.pattern(5, count: 700)
        let coded = deflated(content, window: window)
        for count in 1..<coded.count {
            let found = unpack(coded.prefix(count), format, by: 100)
            #expect(found.isSound && !found.isWhole, "after \(count) bytes")
            #expect(content.starts(with: found.content))
        }
    }

    @Test func `takes several members, and ignores what is behind the last`() {
        let parts = [Data("one, ".utf8), Data(), Data("two".utf8)]
        let coded = parts.map { deflated($0, window: 31) }.reduce(Data(), +)
        for (behind, size) in [(0, 1), (0, .max), (9, 1), (9, .max)] {
            let found = unpack(coded + Data(count: behind), .gzip, by: size)
            #expect(String(decoding: found.content, as: UTF8.self) == "one, two")
            #expect(found.isSound && found.isWhole)
        }
        #expect(!unpack(coded.dropLast(), .gzip, by: 3).isWhole)
    }

    @Test func `takes no content at all for whole, and refuses what is none`() {
        #expect(Inflater(.gzip).isWhole && Inflater(.deflate).isWhole)
        let text = Data("This is text, whatever the head says.".utf8)
        #expect(!unpack(text, .gzip, by: .max).isSound)
        var damaged = deflated(content, window: 31)
        damaged[damaged.count - 6] ^= 1
        #expect(!unpack(damaged, .gzip, by: 4096).isSound, "its checksum does not hold")
    }

    @Test func `stops when no more is wanted`() {
        let coded = deflated(Data(count: 10_000_000), window: 31)
        var count = 0
        let isSound = coded.withUnsafeBytes { bytes in
            Inflater(.gzip).unpack(bytes) { part in
                count += part.count
                return count < 200_000
            }
        }
        #expect(isSound && count < 300_000)
    }

    @Test(arguments: [
        (["gzip"], Inflater.Format.gzip), (["X-GZip"], .gzip), (["deflate"], .deflate),
        (["br"], nil), (["gzip, br"], nil), (["gzip", "gzip"], nil), (["identity"], nil), ([], nil),
    ])
    func `is for one coding alone`(values: [String], format: Inflater.Format?) {
        var fields = HTTPFields()
        for value in values { fields.append("Content-Encoding", value) }
        #expect(Inflater.format(of: fields) == format)
    }
}
#endif
