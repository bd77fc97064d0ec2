#if os(Linux)
import CZlib
import CZstd
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

/// What Zstandard makes of `data`.
func zstandard(_ data: Data, level: Int32 = 3) -> Data {
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(data.count))
    let count = data.withUnsafeBytes { input in
        ZSTD_compress(&output, output.count, input.baseAddress, input.count, level)
    }
    return Data(output.prefix(count))
}

/// 198,000 bytes of text, and 40 MB of zeros, as Brotli makes them.
enum BrotliSample {
    static let text = Data(
        String(
            repeating: "What is shown twice comes from memory, and nothing torn is shown. ",
            count: 3000
        ).utf8)
    static let codedText =
        Data(
            base64Encoded:
                "W28FA8FI6WYstAYJk6PTLmRub2ADDhx6wXnRSWwPuGpCLc4ERxiRQo2Feg9jTke/iKPzCwAI")
        ?? Data()
    static let codedZeros =
        Data(
            base64Encoded: "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC6"
                + "93/5nyWGfwIgDgsAdKPEAA==") ?? Data()
}

/// A body in a coding, and what it stands for.
struct CodedSample: Sendable, CustomTestStringConvertible {
    let coding: String
    let coded: Data
    let content: Data

    var testDescription: String { coding }

    private static let content = Data.pattern(3, count: 90_000) + Data(count: 300_000)

    static let all = [
        CodedSample(coding: "gzip", coded: deflated(content, window: 31), content: content),
        CodedSample(coding: "X-GZip", coded: deflated(content, window: 31), content: content),
        CodedSample(coding: "deflate", coded: deflated(content, window: 15), content: content),
        CodedSample(coding: "deflate", coded: deflated(content, window: -15), content: content),
        CodedSample(coding: "zstd", coded: zstandard(content), content: content),
        CodedSample(coding: "br", coded: BrotliSample.codedText, content: BrotliSample.text),
        CodedSample(
            coding: "br, none, gzip", coded: deflated(BrotliSample.codedText, window: 31),
            content: BrotliSample.text),
        CodedSample(
            coding: "gzip, deflate, zstd",
            coded: zstandard(deflated(deflated(content, window: 31), window: 15)),
            content: content),
        CodedSample(
            coding: "zstd, gzip", coded: deflated(zstandard(content), window: 31),
            content: content),
    ]
}

@Suite struct `RFC 9110 §8.4.1 Content codings` {
    private func decoder(_ codings: [String]) -> (any ContentDecoder)? {
        var fields = HTTPFields()
        for coding in codings { fields.append("Content-Encoding", coding) }
        return ContentCodings.decoder(of: fields)
    }

    /// Decodes `bytes` as they come in pieces of `size`, for a reader who is behind now and then.
    private func decode(
        _ bytes: Data, _ coding: String, by size: Int = .max, isSlow: Bool = false
    ) throws -> (content: Data, isSound: Bool, isWhole: Bool) {
        let body = CodedBody(try #require(decoder([coding])))
        var content = Data()
        var rest = bytes
        var moments = 0
        while !rest.isEmpty {
            let outcome = rest.prefix(size).withUnsafeBytes { piece in
                body.receive(piece) {
                    moments += 1
                    return isSlow && moments % 3 != 0
                } take: {
                    content.append($0)
                    return true
                }
            }
            switch outcome {
            case .taken: rest = rest.dropFirst(size)
            case .refused: continue
            case .stopped, .damaged: return (content, false, body.isWhole)
            }
        }
        #expect(body.codedCount == bytes.count)
        return (content, true, body.isWhole)
    }

    @Test(arguments: CodedSample.all, [1, 7, 1000, .max])
    func `give the content, in pieces of any size`(sample: CodedSample, size: Int) throws {
        for isSlow in [false, true] {
            let found = try decode(sample.coded, sample.coding, by: size, isSlow: isSlow)
            #expect(found.content == sample.content && found.isSound && found.isWhole)
        }
    }

    @Test(arguments: CodedSample.all)
    func `tell when the content breaks off, wherever that is`(sample: CodedSample) throws {
        let step = max(1, sample.coded.count / 400)
        for count in stride(from: 1, to: sample.coded.count, by: step) {
            let found = try decode(sample.coded.prefix(count), sample.coding, by: 1000)
            #expect(found.isSound && !found.isWhole, "after \(count) bytes")
            #expect(sample.content.starts(with: found.content))
        }
    }

    /// RFC 1952 §2.2. Padding, other words, and what begins as a member's first byte does.
    @Test(arguments: [
        [], Array(repeating: 0, count: 9), Array("garbage".utf8), [0x1F, 0x1F, 0x8B],
    ])
    func `take several members of gzip, and ignore what is behind the last`(
        behind: [UInt8]
    ) throws {
        let parts = [Data("one, ".utf8), Data(), Data("two".utf8)]
        let coded = parts.map { deflated($0, window: 31) }.reduce(Data(), +)
        for size in [1, .max] {
            let found = try decode(coded + Data(behind), "gzip", by: size)
            #expect(String(decoding: found.content, as: UTF8.self) == "one, two")
            #expect(found.isSound && found.isWhole)
        }
    }

    @Test func `find out a later member of gzip that breaks off or is damaged`() throws {
        let first = deflated(Data("one, ".utf8), window: 31)
        let coded = first + deflated(Data("two".utf8), window: 31)
        for count in first.count + 1..<coded.count {
            let found = try decode(coded.prefix(count), "gzip", by: 3)
            #expect(found.isSound && !found.isWhole, "after \(count) bytes")
        }
        for size in [1, .max] {
            let noMethod = Data([0x1F, 0x8B, 7, 0])
            #expect(try !decode(first + noMethod, "gzip", by: size).isSound)
        }
    }

    @Test func `take several frames of Zstandard, and skip those that say so`() throws {
        let skipped = Data([0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3])
        let coded = ["one, ", "", "two"].map { skipped + zstandard(Data($0.utf8)) }
            .reduce(Data(), +)
        for size in [1, .max] {
            let found = try decode(coded, "zstd", by: size)
            #expect(String(decoding: found.content, as: UTF8.self) == "one, two")
            #expect(found.isSound && found.isWhole)
        }
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd", "br, gzip"])
    func `take no content at all for whole, and refuse what is none`(coding: String) throws {
        #expect(decoder([coding])?.isWhole == true)
        let text = Data("This is text, whatever the head says.".utf8)
        #expect(try !decode(text, coding).isSound)
    }

    @Test func `refuse what does not hold`() throws {
        var gzip = deflated(Data(count: 1000), window: 31)
        gzip[gzip.count - 6] ^= 1
        #expect(try !decode(gzip, "gzip").isSound, "its checksum")
        #expect(try !decode(BrotliSample.codedText + [0], "br").isSound, "a byte too many")
        #expect(try !decode(zstandard(Data([1])) + [0, 1, 2, 3], "zstd").isSound, "no frame")
    }

    /// What the versions before RFC 8878 made, which the library may be built to read.
    @Test(arguments: [0x1E] + Array(0x22...0x27) as [UInt8])
    func `refuse frames of the first versions of Zstandard`(first: UInt8) throws {
        let early = Data([first, 0xB5, 0x2F, 0xFD, 0x04, 0x60])
        for before in [Data(), zstandard(Data([1]))] {
            #expect(try !decode(before + early, "zstd").isSound)
            #expect(try !decode(before + early, "zstd", by: 1).isSound)
        }
    }

    /// RFC 9659 §3.
    @Test func `refuse a window of Zstandard that takes more memory than 8 MiB`() throws {
        let head: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0]
        let empty: [UInt8] = [1, 0, 0]
        let (allowed, refused) = (UInt8(13 << 3), UInt8(14 << 3))
        #expect(try decode(Data(head + [allowed] + empty), "zstd").isWhole)
        #expect(try !decode(Data(head + [refused] + empty), "zstd").isSound)
    }

    @Test(arguments: [
        ("gzip", deflated(Data(count: 10_000_000), window: 31)),
        ("zstd", zstandard(Data(count: 10_000_000))), ("br", BrotliSample.codedZeros),
    ])
    func `go no further than is wanted`(coding: String, bomb: Data) throws {
        let body = CodedBody(try #require(decoder([coding])))
        var count = 0
        let outcome = bomb.withUnsafeBytes { bytes in
            body.receive(bytes) {
                count > 200_000
            } take: {
                count += $0.count
                return true
            }
        }
        #expect(outcome == .refused && count < 300_000)
    }

    @Test(arguments: [
        ["compress"], ["gzip, utf-8"], ["gzip", "aws-chunked"], ["identity"], ["none"], [],
        ["gzip, gzip, gzip, gzip, gzip"],
    ])
    func `are left alone where one of them is not known, or there is none`(values: [String]) {
        #expect(decoder(values) == nil)
    }

    @Test func `take no memory where there are too many`() {
        #expect(decoder([String(repeating: "zstd,", count: 20_000)]) == nil)
    }
}
#endif
