#if os(Linux)

import Foundation
import Glibc
import LarderTesting
import Synchronization
import Testing

@testable import LarderImage

/// Most PNG files are unpacked by ISA-L and our own filters; the picture has to be libpng's.
struct PNGPathTests {
    /// What comes of a file: a bitmap's marks and pixels, or an error.
    private struct Outcome: Equatable {
        let text: String
        var pixels = Data()

        init(_ bytes: Data, by codec: LibraryCodec, options: DecodeOptions = DecodeOptions()) {
            do {
                let bitmap = try codec.decode(bytes, options: options)
                text = "\(bitmap.size), \(bitmap.alpha), partial: \(bitmap.isPartial)"
                pixels = bitmap.withUnsafeBytes { Data($0) }
            } catch {
                text = "\(error)"
            }
        }
    }

    static let corpus: [(name: String, bytes: Data)] = {
        let folder = URL(filePath: #filePath).appending(path: "../../../../Fuzz/Corpus/png")
            .standardized
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map { (name, $0) }
        }
    }()

    private static func expectSame(
        _ bytes: Data, _ note: @autoclosure () -> String,
        location: SourceLocation = #_sourceLocation
    ) {
        for target in [TargetSize.full, .fit(width: 7)] {
            let options = DecodeOptions(target: target, limits: ImageLimits(pixels: 300_000))
            let own = Outcome(bytes, by: .png, options: options)
            let other = Outcome(bytes, by: .pngByLibpng, options: options)
            #expect(own == other, "\(note()), \(target)", sourceLocation: location)
        }
    }

    /// How often a decode asks whether to stop: once for a small file in order, and once more if
    /// libpng has to look at it anew.
    private static func questions(for bytes: Data) -> Int {
        let asked = Mutex(0)
        let options = DecodeOptions(isCancelled: {
            asked.withLock { $0 += 1 }
            return false
        })
        _ = Outcome(bytes, by: .png, options: options)
        return asked.withLock { $0 }
    }

    @Test func `a file in order is read once`() throws {
        #expect(Self.corpus.count > 30)
        for (name, bytes) in Self.corpus
        where Outcome(bytes, by: .pngByLibpng).text.contains("partial: false") {
            #expect(Self.questions(for: bytes) == 1, "\(name)")
        }
        let picture = try TestPicture.photo(width: 40, height: 30)
        var bytes = try LibraryCodec.png.encode(picture, as: .png)
        #expect(Self.questions(for: bytes) == 1)
        bytes[bytes.count - 1] ^= 1
        #expect(Self.questions(for: bytes) == 2)
    }

    @Test func `files of every kind look as libpng sees them`() {
        for (name, bytes) in Self.corpus { Self.expectSame(bytes, name) }
    }

    @Test func `a cut file shows what libpng shows of it`() {
        for (name, bytes) in Self.corpus {
            for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 100)) {
                Self.expectSame(bytes.prefix(length), "\(name), \(length) bytes")
            }
        }
    }

    @Test func `a damaged file shows what libpng shows of it`() {
        var random = SeededGenerator(seed: 6)
        for (name, bytes) in Self.corpus {
            for round in 0..<40 {
                var bad = bytes
                for _ in 0...(round % 3) {
                    let place = Int.random(in: 0..<bad.count, using: &random)
                    bad[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                Self.expectSame(bad, "\(name), round \(round)")
                Self.expectSame(TestPNG.rechecked(bad), "\(name), round \(round), rechecked")
            }
        }
    }

    private static func made(
        type: Int, width: Int, height: Int, using random: inout SeededGenerator
    ) -> TestPNG {
        let length = TestPNG.rowLength(width: width, type: type)
        // Numbers of few bits make ties between what a filter has to choose from.
        let mask = UInt8.random(in: 0...3, using: &random) == 0 ? 0xC0 : 0xFF as UInt8
        let rows = (0..<height).flatMap { _ in
            [UInt8.random(in: 0...4, using: &random)]
                + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) & mask }
        }
        return TestPNG(width: width, height: height, type: type, rows: rows)
    }

    @Test(arguments: [0, 2, 3, 4, 6])
    func `every filter gives what libpng makes of it`(type: Int) {
        var random = SeededGenerator(seed: UInt64(type))
        for width in Array(1...20) + [63, 64, 65, 1000, 40_000] {
            var png = Self.made(
                type: type, width: width, height: max(2, min(20, 4000 / width)), using: &random)
            if type == 3 {
                let colors = (0..<600).map { _ in UInt8.random(in: 0...255, using: &random) }
                png.before = TestPNG.chunk("PLTE", colors)
                if width % 2 == 0 {
                    png.before += TestPNG.chunk("tRNS", Array(colors.prefix(70)))
                }
            } else if type < 3, width % 2 == 0 {
                // Makes the first pixel's colour transparent, and with it some others.
                let count = type == 0 ? 1 : 3
                let clear = png.rows[1...count].flatMap { [0 as UInt8, $0] }
                png.before = TestPNG.chunk("tRNS", clear)
                png.rows[0] = 0
            }
            png.piece = [Int.max, 1, 7, 5000][width % 4]
            if width > 1000 { png.piece = 5000 }
            Self.expectSame(png.data, "width \(width)")
            if width <= 1000 { #expect(Self.questions(for: png.data) == 1, "width \(width)") }
        }
    }

    @Test func `what is odd about the packed pixels is left to libpng`() throws {
        var random = SeededGenerator(seed: 9)
        let png = Self.made(type: 6, width: 9, height: 9, using: &random)
        var longer = png
        longer.rows += [0]
        var shorter = png
        shorter.rows.removeLast()
        var badFilter = png
        badFilter.rows[0] = 5
        var chatty = png
        chatty.after = (0..<150).flatMap { _ in TestPNG.chunk("tEXt", Array("a\0b".utf8)) }
        var critical = png
        critical.after = TestPNG.chunk("ABCD", [1])
        var secondHeader = png
        secondHeader.after = TestPNG.chunk("PLTE", [1, 2, 3])
        var garbled = png
        garbled.after = TestPNG.chunk("a!cd", [1])
        for odd in [longer, shorter, badFilter, chatty, critical, secondHeader, garbled] {
            Self.expectSame(odd.data, "\(odd.after.count)")
            #expect(Self.questions(for: odd.data) == 2)
        }
        var talkative = png
        talkative.after = TestPNG.chunk("tEXt", Array("a\0b".utf8)) + TestPNG.chunk("IDAT", [])
        Self.expectSame(talkative.data, "an empty chunk after a text")
        // The first byte of zlib's header: method and window, whose check is made right.
        for method in 0...255 {
            let packed = TestPNG.stored(png.rows)
            let check = (31 - method * 256 % 31) % 31
            let stream = [UInt8(method), UInt8(check)] + packed.dropFirst(2)
            let file = png.data
            let place = try #require(file.firstRange(of: Data("IDAT".utf8))).lowerBound - 4
            Self.expectSame(
                file.prefix(place) + TestPNG.chunk("IDAT", stream) + TestPNG.chunk("IEND", []),
                "method \(method)")
        }
    }

    @Test func `nothing beyond a file's last byte is read`() throws {
        let page = Int(getpagesize())
        for (name, bytes) in Self.corpus {
            let length = (bytes.count + page - 1) / page * page
            let memory = try #require(
                mmap(
                    nil, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
            defer { munmap(memory, length + page) }
            #expect(mprotect(memory + length, page, PROT_NONE) == 0)
            for count in [bytes.count, bytes.count * 2 / 3, bytes.count - 5] {
                // A read past the end traps.
                let place = memory + (length - count)
                bytes.copyBytes(to: place.assumingMemoryBound(to: UInt8.self), count: count)
                let guarded = Data(bytesNoCopy: place, count: count, deallocator: .none)
                Self.expectSame(guarded, name)
            }
        }
    }
}

#endif
