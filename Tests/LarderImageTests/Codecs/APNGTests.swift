import Foundation
import Larder
import LarderImage
import Testing

struct APNGTests {
    let codecs = ImageCodecs.standard

    private static let colors: [Character: [UInt8]] = [
        ".": [0, 0, 0, 0], "k": [0, 0, 0, 255], "r": [255, 0, 0, 255], "g": [0, 255, 0, 255],
        "b": [0, 0, 255, 255], "h": [0, 0, 255, 128],
    ]

    /// A frame of letters, rows apart by `/`.
    private func frame(
        _ letters: String, left: Int = 0, top: Int = 0, disposal: Int = 0, blend: Int = 0
    ) -> TestAPNG.Frame {
        let rows = letters.split(separator: "/")
        return TestAPNG.Frame(
            left: left, top: top, width: rows[0].count, height: rows.count,
            pixels: rows.joined().flatMap { Self.colors[$0] ?? [] }, disposal: disposal,
            blend: blend)
    }

    private func letters(_ bitmap: Bitmap) -> String {
        (0..<bitmap.height).map { y in
            (0..<bitmap.width).map { x in
                let pixel = bitmap[x, y]
                return switch (pixel.alpha, pixel.red, pixel.green, pixel.blue) {
                case (0, _, _, _): "."
                case (128, 0, 0, 128): "h"
                case (255, 127, 0, 128): "p"
                case (_, 255, _, _): "r"
                case (_, _, 255, _): "g"
                case (_, _, _, 255): "b"
                default: "k"
                }
            }.joined()
        }.joined(separator: "/")
    }

    /// All frames of a file, in order.
    private func shown(_ apng: TestAPNG) throws -> [String] {
        let moving = try #require(try codecs.animation(apng.data, budget: .zero))
        return try (0..<moving.frameCount).map { letters(try moving.frame(at: $0)) }
    }

    @Test(arguments: [(0, "rrr/rgr/rrb"), (1, "rrr/r.r/rrb"), (2, "rrr/rrr/rrb")])
    func `each disposal leaves what it should`(disposal: Int, expected: String) throws {
        let apng = TestAPNG(
            width: 3, height: 3,
            frames: [
                frame("rrr/rrr/rrr"), frame("g", left: 1, top: 1, disposal: disposal),
                frame("b", left: 2, top: 2),
            ])
        #expect(try shown(apng) == ["rrr/rrr/rrr", "rrr/rgr/rrr", expected])
    }

    @Test func `before the first frame there is nothing to bring back`() throws {
        let apng = TestAPNG(
            width: 2, height: 1, frames: [frame("rr", disposal: 2), frame("g", left: 1)])
        #expect(try shown(apng) == ["rr", ".g"])
    }

    @Test(arguments: [(0, "r.gh"), (1, "rrgp")])
    func `a frame takes the place of what is there, or is laid over it`(
        blend: Int, expected: String
    ) throws {
        let apng = TestAPNG(
            width: 4, height: 1, frames: [frame("rrrr"), frame(".gh", left: 1, blend: blend)])
        #expect(try shown(apng) == ["rrrr", expected])
    }

    @Test func `frames come out right in any order, in pieces of any size`() throws {
        var apng = TestAPNG(
            width: 4, height: 1,
            frames: [frame("k...")] + [(1, "r"), (2, "g"), (3, "b")].map { frame($1, left: $0) })
        for piece in [1, 5, .max] {
            apng.piece = piece
            let moving = try #require(try codecs.animation(apng.data, budget: .zero))
            for (index, expected) in [(3, "krgb"), (0, "k..."), (2, "krg."), (1, "kr..")] {
                #expect(try letters(moving.frame(at: index)) == expected)
            }
        }
    }

    @Test func `a first image for programs that know no frames is not shown`() throws {
        let hidden = Array(repeating: Self.colors["k"] ?? [], count: 4).flatMap { $0 }
        var apng = TestAPNG(
            width: 2, height: 2, hidden: hidden, frames: [frame("r", left: 1), frame("g/b")])
        #expect(try shown(apng) == [".r/..", "gr/b."])
        #expect(try codecs.probe(apng.data).hasAlpha)
        #expect(try letters(codecs.decode(apng.data)) == ".r/..")
        apng.frames.removeLast()
        #expect(try letters(codecs.decode(apng.data)) == ".r/..")
        #expect(try codecs.animation(apng.data) == nil)
        let previews = ImagePreviews(options: DecodeOptions())
        #expect(try previews.append(apng.data) == nil)
        apng.frames = []
        apng.count = 1
        #expect(try letters(codecs.decode(apng.data)) == "kk/kk")
    }

    @Test func `the still picture is the first frame`() throws {
        let apng = TestAPNG(width: 2, height: 1, frames: [frame("rh", blend: 1), frame("gg")])
        let still = try codecs.decode(apng.data)
        #expect(try codecs.animation(apng.data)?.frame(at: 0) == still)
        #expect(letters(still) == "rh")
    }

    @Test func `colours of a table, and the one that is clear, are each frame's`() throws {
        var apng = TestAPNG(
            width: 3, height: 1, type: 3,
            frames: [
                TestAPNG.Frame(width: 3, height: 1, pixels: [1, 1, 0]),
                TestAPNG.Frame(left: 1, width: 2, height: 1, pixels: [0, 2], blend: 1),
            ])
        apng.before =
            TestPNG.chunk("PLTE", [0, 0, 0, 255, 0, 0, 0, 255, 0]) + TestPNG.chunk("tRNS", [0])
        #expect(try shown(apng) == ["rr.", "rrg"])
    }

    /// Whatever its colours, bits and rows are.
    @Test func `every kind of PNG can be a frame`() throws {
        for (name, bytes) in PNGPathTests.corpus where !name.hasPrefix("moving") {
            guard let still = try? codecs.decode(bytes), !still.isPartial else { continue }
            let moving = try #require(try codecs.animation(TestAPNG.repeating(bytes)), "\(name)")
            for index in 0..<2 {
                let frame = try moving.frame(at: index)
                #expect(frame.size == still.size && !frame.isPartial, "\(name), frame \(index)")
                #expect(frame.pixels == still.pixels, "\(name), frame \(index)")
            }
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (7, 7)])
    func `runs and delays are the file's`(plays: Int, loops: Int) throws {
        var apng = TestAPNG(
            width: 1, height: 1, frames: ["r", "g", "b", "k"].map { frame($0) }, plays: plays)
        for (index, delay) in [(1, 3), (250, 0), (0, 7), (65_535, 1)].enumerated() {
            apng.frames[index].delay = delay
        }
        let moving = try #require(try codecs.animation(apng.data))
        #expect(moving.loopCount == loops)
        #expect(
            moving.delays == [
                .milliseconds(333), .milliseconds(2500), .milliseconds(100), .seconds(65_535),
            ])
    }

    @Test func `frames beyond the limit, and beyond what the file says, are not counted`() throws {
        var apng = TestAPNG(width: 1, height: 1, frames: (0..<200).map { _ in frame("r") })
        #expect(try shown(apng).count == 200)
        let options = DecodeOptions(limits: ImageLimits(frames: 5))
        #expect(try codecs.animation(apng.data, options: options)?.frameCount == 5)
        apng.count = 3
        #expect(try shown(apng).count == 3)
        apng.count = 300
        #expect(try shown(apng).count == 200)
    }

    /// A frame that is not where the standard wants it, or has a number that is not the next.
    @Test(
        arguments: [
            { $0.frames[2].left = 2 }, { $0.frames[2].width = 0 },
            { $0.frames[2].top = .max >> 32 },
            { $0.frames[2].disposal = 3 }, { $0.frames[2].blend = 2 }, { $0.wrongNumber = (3, 1) },
        ] as [@Sendable (inout TestAPNG) -> Void])
    func `what is wrong ends the animation, and shows what came before`(
        change: @Sendable (inout TestAPNG) -> Void
    ) throws {
        var apng = TestAPNG(width: 2, height: 1, frames: [frame("rr"), frame("gg"), frame("b")])
        change(&apng)
        #expect(try shown(apng) == ["rr", "gg"])
    }

    @Test(arguments: [(2, 9, 2), (4, -1, 3)])
    func `pixels out of their order are damage of their frame`(
        place: Int, by: Int, count: Int
    ) throws {
        var apng = TestAPNG(width: 2, height: 1, frames: [frame("rr"), frame("gg"), frame("b")])
        apng.wrongNumber = (place, by)
        let moving = try #require(try codecs.animation(apng.data))
        #expect(moving.frameCount == count)
        #expect(try moving.frame(at: count - 1).isPartial)
        #expect(try !moving.frame(at: count - 2).isPartial)
    }

    @Test func `a damaged frame is shown as far as it goes, and marks those behind it`() throws {
        let apng = TestAPNG(
            width: 1, height: 3, frames: [frame("r/r/r"), frame("g/g/g"), frame("b")])
        var bytes = apng.data
        // The number of the second row's filter.
        let second = try #require(bytes.firstRange(of: Data("fdAT".utf8))).upperBound
        bytes[second + 4 + 7 + 5] = 9
        let moving = try #require(try codecs.animation(TestPNG.rechecked(bytes)))
        #expect(try letters(moving.frame(at: 1)) == "g/r/r")
        #expect(try moving.frame(at: 2).isPartial && !moving.frame(at: 0).isPartial)
        #expect(try letters(moving.frame(at: 2)) == "b/r/r")
        // The same without a checksum that belongs to it.
        let unchecked = try #require(try codecs.animation(bytes))
        #expect(try unchecked.frame(at: 1).isPartial)
    }

    @Test(arguments: [(1, 1), (1, 9), (9, 1), (8, 2), (3, 5), (9, 9)])
    func `a frame in passes is whole when the last of them is there`(
        width: Int, height: Int
    ) throws {
        let pixels: [UInt8] = (0..<UInt8(width * height)).flatMap { [$0, 0, 255 - $0, 255] }
        let frame = TestAPNG.Frame(width: width, height: height, pixels: pixels)
        var apng = TestAPNG(width: width, height: height, frames: [frame, frame])
        apng.isInterlaced = true
        apng.piece = 1
        let whole = try #require(try codecs.animation(apng.data, budget: .zero)).frame(at: 1)
        let shown = whole.pixels.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        #expect(shown == pixels && !whole.isPartial)
        for kept in 0..<pixels.count {
            apng.kept = kept
            let cut = try #require(try codecs.animation(apng.data, budget: .zero))
            #expect(try cut.frame(at: 1).isPartial && !cut.frame(at: 0).isPartial, "\(kept)")
        }
    }

    @Test func `a file cut anywhere gives a picture as far as it goes, or a typed error`() throws {
        let apng = TestAPNG(width: 2, height: 2, frames: [frame("rr/rr"), frame("gg/gg")])
        for end in 8..<apng.data.count {
            let cut = apng.data.prefix(end)
            do {
                #expect(try codecs.decode(cut).isPartial)
                guard let moving = try codecs.animation(cut) else { continue }
                #expect(try moving.frame(at: 0).size == PixelSize(width: 2, height: 2))
                #expect(try moving.frame(at: 1).isPartial == (end < apng.data.count - 12))
            } catch ImageError.Code.damaged {}
        }
    }
}
