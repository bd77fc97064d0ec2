import LarderImage
import LarderTesting
import Testing

struct ThumbHashTests {
    @Test(arguments: ThumbHashVector.all)
    func `a picture has the hash that the reference gives it`(vector: ThumbHashVector) throws {
        let picture = try TestPictures.drawn(
            width: vector.width, height: vector.height, vector.color)
        #expect(ThumbHash(picture).base64 == vector.hash)
    }

    @Test(arguments: ThumbHashVector.all)
    func `a hash is drawn as the reference draws it`(vector: ThumbHashVector) throws {
        let hash = try #require(ThumbHash(base64: vector.hash))
        #expect(abs(hash.aspectRatio - vector.ratio) < 1e-9)
        #expect(hash.averageColor == vector.average)
        let drawn = try hash.bitmap()
        #expect(drawn.size == vector.size)
        #expect(drawn.keepsItsPromise)
        for (index, expected) in vector.firstPixels.enumerated() {
            let pixel = drawn[index, 0]
            let alpha = expected[3]
            #expect(Int(pixel.alpha) == alpha)
            #expect(Int(pixel.red) == (expected[0] * alpha + 127) / 255)
            #expect(Int(pixel.green) == (expected[1] * alpha + 127) / 255)
            #expect(Int(pixel.blue) == (expected[2] * alpha + 127) / 255)
        }
    }

    @Test func `a large picture has about the hash of the same picture small`() throws {
        func color(_ x: Int, _ y: Int) -> (Int, Int, Int, Int) {
            ((x * x + 3 * y) & 255, 20 + x * 5, y * 7, 255)
        }
        let small = try TestPictures.drawn(width: 40, height: 30, color)
        let large = try TestPictures.drawn(width: 240, height: 180) { x, y in color(x / 6, y / 6) }
        let (first, second) = (ThumbHash(small), ThumbHash(large))
        #expect(first.aspectRatio == second.aspectRatio)
        let (one, other) = try (first.bitmap(), second.bitmap())
        for (left, right) in zip(one.pixels, other.pixels) {
            #expect(abs(Int(left.red) - Int(right.red)) < 12)
            #expect(abs(Int(left.green) - Int(right.green)) < 12)
        }
    }

    @Test func `a picture without anything in it has a hash without colour`() throws {
        let picture = try TestPictures.flat(width: 4, height: 4, (0, 0, 0, 0))
        let hash = ThumbHash(picture)
        #expect(hash.averageColor.alpha == 0)
        #expect(try hash.bitmap().pixels.allSatisfy { $0.alpha == 0 })
    }
}

struct ThumbHashBytesTests {
    @Test func `every cut of a hash is refused and its bytes make it again`() throws {
        for vector in ThumbHashVector.all {
            let hash = try #require(ThumbHash(base64: vector.hash))
            #expect(ThumbHash(bytes: hash.bytes) == hash)
            #expect(ThumbHash(bytes: hash.bytes + [1, 2, 3]) == hash)
            for length in 0..<hash.bytes.count {
                #expect(ThumbHash(bytes: Array(hash.bytes.prefix(length))) == nil)
            }
        }
    }

    @Test(arguments: ["", "!", "AAAA", "mwgOJJpgdndwiIiGiIbzlg"])
    func `text that is no hash is refused`(text: String) {
        #expect(ThumbHash(base64: text) == nil)
    }

    @Test func `any bytes that pass for a hash can be drawn`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<40 {
            let bytes = (0..<48).map { _ in UInt8.random(in: 0...255, using: &random) }
            let hash = try #require(ThumbHash(bytes: bytes))
            #expect((1.0 / 7...7.0).contains(hash.aspectRatio))
            let drawn = try hash.bitmap()
            #expect(max(drawn.width, drawn.height) == 32)
            #expect(drawn.keepsItsPromise)
        }
    }
}
