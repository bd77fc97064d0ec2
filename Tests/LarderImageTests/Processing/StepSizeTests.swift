import LarderImage
import Testing

struct StepCuttingTests {
    @Test(arguments: [
        (ImageAnchor.center, [[1, 1], [2, 1]]), (.topLeft, [[0, 0], [1, 0]]),
        (.topRight, [[2, 0], [3, 0]]), (.bottomLeft, [[0, 2], [1, 2]]),
        (.bottomRight, [[2, 2], [3, 2]]), (.top, [[1, 0], [2, 0]]), (.left, [[0, 1], [1, 1]]),
    ])
    func `a crop keeps the anchor`(anchor: ImageAnchor, numbers: [[Int]]) throws {
        let picture = try TestPictures.numbered(width: 4, height: 3)
        let result = try picture.applying([.crop(width: 2, height: 1, anchor: anchor)])
        #expect(result.size == PixelSize(width: 2, height: 1))
        #expect(result.numbers == numbers)
    }

    @Test func `a crop never makes a side longer`() throws {
        let picture = try TestPictures.numbered(width: 3, height: 5)
        let result = try picture.applying([.crop(width: 9, height: 2, anchor: .top)])
        #expect(result.size == PixelSize(width: 3, height: 2))
        #expect(try picture.applying([.crop(width: 9, height: 9)]) == picture)
    }

    @Test(arguments: [
        (1, 1, 2, 2, [[1, 1], [2, 1], [1, 2], [2, 2]]), (-5, 2, 6, 9, [[0, 2]]),
        (3, 0, Int.max, 1, [[3, 0]]),
    ])
    func `a part is cut out as far as there is any`(
        x: Int, y: Int, width: Int, height: Int, numbers: [[Int]]
    ) throws {
        let picture = try TestPictures.numbered(width: 4, height: 3)
        let result = try picture.applying([.crop(x: x, y: y, width: width, height: height)])
        #expect(result.numbers == numbers)
    }

    @Test(arguments: [
        ImageStep.crop(width: 0, height: 3), .crop(width: 3, height: -1),
        .crop(x: 4, y: 0, width: 2, height: 2), .crop(x: 0, y: -4, width: 2, height: 2),
        .crop(x: 0, y: 0, width: 0, height: 2), .crop(x: .min, y: 0, width: -3, height: 2),
        .fit(width: 0), .exact(width: 5, height: -5),
    ])
    func `an impossible part is an invalid argument`(step: ImageStep) throws {
        let picture = try TestPictures.numbered(width: 4, height: 3)
        #expect {
            try picture.applying([step])
        } throws: {
            ($0 as? ImageError)?.code == .invalidArgument
        }
    }
}

struct StepPaddingTests {
    @Test func `a pad lays the picture on a coloured ground`() throws {
        let picture = try TestPictures.flat(width: 2, height: 1, (9, 8, 7, 255))
        let result = try picture.applying([
            .pad(width: 4, height: 2, anchor: .topRight, color: .white)
        ])
        let ground = Bitmap.Pixel(red: 255, green: 255, blue: 255)
        let own = Bitmap.Pixel(red: 9, green: 8, blue: 7)
        #expect(result.pixels == [ground, ground, own, own, ground, ground, ground, ground])
        #expect(result.isOpaque)
    }

    @Test func `a clear ground makes an opaque picture transparent around`() throws {
        let picture = try TestPictures.flat(width: 1, height: 1)
        let result = try picture.applying([.pad(width: 3, height: 1)])
        #expect(result.alpha == .premultiplied)
        #expect(result.pixels.map(\.alpha) == [0, 255, 0])
        #expect(result.keepsItsPromise)
    }

    @Test func `an opaque ground shows through a transparent picture`() throws {
        let picture = try TestPictures.flat(width: 1, height: 1, (255, 0, 0, 128))
        let result = try picture.applying([.pad(width: 2, height: 1, anchor: .left, color: .black)])
        #expect(result.isOpaque)
        #expect(result[0, 0] == Bitmap.Pixel(red: 128, green: 0, blue: 0))
        #expect(result[1, 0] == Bitmap.Pixel(red: 0, green: 0, blue: 0))
    }

    @Test func `a ground smaller than the picture changes nothing`() throws {
        let picture = try TestPictures.numbered(width: 4, height: 3)
        #expect(try picture.applying([.pad(width: 4, height: 2, color: .white)]) == picture)
    }
}

struct StepTurningTests {
    @Test(arguments: [
        (ImageStep.rotated(.clockwise), 2, [[0, 1], [0, 0], [1, 1], [1, 0], [2, 1], [2, 0]]),
        (.rotated(.half), 3, [[2, 1], [1, 1], [0, 1], [2, 0], [1, 0], [0, 0]]),
        (.rotated(.anticlockwise), 2, [[2, 0], [2, 1], [1, 0], [1, 1], [0, 0], [0, 1]]),
        (.flipped(.horizontal), 3, [[2, 0], [1, 0], [0, 0], [2, 1], [1, 1], [0, 1]]),
        (.flipped(.vertical), 3, [[0, 1], [1, 1], [2, 1], [0, 0], [1, 0], [2, 0]]),
    ])
    func `pixels come to lie where they belong`(
        step: ImageStep, width: Int, numbers: [[Int]]
    ) throws {
        let result = try TestPictures.numbered(width: 3, height: 2).applying([step])
        #expect(result.width == width)
        #expect(result.numbers == numbers)
    }

    @Test func `turns and flips undo each other`() throws {
        let picture = try TestPictures.numbered(width: 5, height: 3)
        #expect(try picture.applying([.rotated(.clockwise), .rotated(.anticlockwise)]) == picture)
        #expect(try picture.applying([.rotated(.half), .rotated(.half)]) == picture)
        #expect(
            try picture.applying([.flipped(.horizontal), .flipped(.vertical)])
                == picture.applying([.rotated(.half)]))
    }
}
