import Foundation

/// PNG files that move, put together piece by piece, to hold whatever is wanted.
struct TestAPNG {
    struct Frame {
        var left = 0
        var top = 0
        var width: Int
        var height: Int
        /// Red, green, blue, alpha of each pixel, or as many bytes as the type has.
        var pixels: [UInt8]
        var delay: (parts: Int, whole: Int) = (1, 10)
        var disposal = 0
        var blend = 0
    }

    var width: Int
    var height: Int
    /// As ``TestPNG/type``.
    var type = 6
    /// What programs see that know no frames; without it the first frame is that.
    var hidden: [UInt8]?
    var frames: [Frame]
    /// How many frames the file says that it has.
    var count: Int?
    var plays = 0
    /// Chunks before the pixels.
    var before: [UInt8] = []
    /// Into how many bytes the pixels of a frame are cut.
    var piece = Int.max
    /// Whether each frame's rows come in seven passes.
    var isInterlaced = false
    /// How many bytes there are of the last frame's pixels, which are packed as they are.
    var kept: Int?
    /// How much is added to the number of the chunk at this place.
    var wrongNumber: (place: Int, by: Int)?

    var data: Data {
        let header =
            TestPNG.big32(width) + TestPNG.big32(height) + [8, UInt8(type), 0, 0]
            + [isInterlaced ? 1 : 0]
        var bytes = TestPNG.signature + TestPNG.chunk("IHDR", header) + before
        bytes += TestPNG.chunk("acTL", TestPNG.big32(count ?? frames.count) + TestPNG.big32(plays))
        if let hidden { bytes += TestPNG.chunk("IDAT", packed(hidden, width: width)) }
        var number = 0
        func next() -> [UInt8] {
            defer { number += 1 }
            return TestPNG.big32(number + (wrongNumber?.place == number ? wrongNumber?.by ?? 0 : 0))
        }
        for (index, frame) in frames.enumerated() {
            bytes += TestPNG.chunk("fcTL", next() + head(frame))
            var pixels = packed(frame.pixels, width: frame.width)
            if let kept, index == frames.count - 1 { pixels = Array(pixels.prefix(7 + kept)) }
            for start in stride(from: 0, to: pixels.count, by: min(piece, pixels.count)) {
                let part = Array(pixels[start...].prefix(piece))
                let isDefault = index == 0 && hidden == nil
                bytes +=
                    isDefault ? TestPNG.chunk("IDAT", part) : TestPNG.chunk("fdAT", next() + part)
            }
        }
        return Data(bytes + TestPNG.chunk("IEND", []))
    }

    /// A file with its picture as two frames.
    static func repeating(_ png: Data) -> Data {
        var result = TestPNG.signature
        var rest = [UInt8](png.dropFirst(8))
        var pixels: [UInt8] = []
        var number = 0
        func head() -> [UInt8] {
            defer { number += 1 }
            return TestPNG.chunk(
                "fcTL",
                TestPNG.big32(number) + png[16..<24] + [UInt8](repeating: 0, count: 8)
                    + [0, 1, 0, 10, 0, 0])
        }
        while rest.count >= 12 {
            let length = rest[0..<4].reduce(0) { $0 << 8 | Int($1) }
            let (name, content) = (rest[4..<8], Array(rest[8..<8 + length]))
            if name.elementsEqual("IDAT".utf8) {
                if number == 0 { result += head() }
                pixels += content
            }
            if name.elementsEqual("IEND".utf8) {
                result += head() + TestPNG.chunk("fdAT", TestPNG.big32(number) + pixels)
            }
            result += rest[..<(12 + length)]
            if name.elementsEqual("IHDR".utf8) {
                result += TestPNG.chunk("acTL", TestPNG.big32(2) + TestPNG.big32(0))
            }
            rest.removeFirst(12 + length)
        }
        return Data(result)
    }

    private func head(_ frame: Frame) -> [UInt8] {
        let delay = [frame.delay.parts, frame.delay.whole]
            .flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let place = [frame.width, frame.height, frame.left, frame.top].flatMap(TestPNG.big32)
        return place + delay + [UInt8(frame.disposal), UInt8(frame.blend)]
    }

    private func packed(_ pixels: [UInt8], width: Int) -> [UInt8] {
        let length = max(1, TestPNG.rowLength(width: width, type: type))
        if isInterlaced { return TestPNG.stored(interlaced(pixels, rowLength: length)) }
        return TestPNG.stored(
            stride(from: 0, to: pixels.count, by: length).flatMap { [0] + pixels[$0..<$0 + length] }
        )
    }

    private func interlaced(_ pixels: [UInt8], rowLength: Int) -> [UInt8] {
        let pixel = TestPNG.rowLength(width: 1, type: type)
        let passes = [
            (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
            (0, 1, 1, 2),
        ]
        var rows: [UInt8] = []
        for (left, top, across, down) in passes where left * pixel < rowLength {
            for row in stride(from: top * rowLength, to: pixels.count, by: down * rowLength) {
                rows.append(0)
                let places = stride(
                    from: row + left * pixel, to: row + rowLength, by: across * pixel)
                for place in places { rows += pixels[place..<place + pixel] }
            }
        }
        return rows
    }
}
