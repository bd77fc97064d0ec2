import LarderImage
import Testing

struct DominantColorTests {
    @Test func `the colour that covers most wins over the mean`() throws {
        let picture = try TestPictures.drawn(width: 10, height: 10) { x, _ in
            x < 6 ? (200, 30, 30, 255) : (20, 20, 220, 255)
        }
        #expect(picture.dominantColor == ImageColor(red: 200, green: 30, blue: 30))
    }

    @Test func `what is transparent does not count`() throws {
        let picture = try TestPictures.drawn(width: 10, height: 10) { x, _ in
            x < 8 ? (255, 255, 255, 10) : (0, 90, 0, 255)
        }
        #expect(picture.dominantColor == ImageColor(red: 0, green: 90, blue: 0))
    }

    @Test func `near colours count together and give their mean`() throws {
        let picture = try TestPictures.drawn(width: 9, height: 1) { x, _ in
            x < 4 ? (0, 0, 0, 255) : x < 7 ? (100, 100, 100, 255) : (105, 105, 105, 255)
        }
        #expect(picture.dominantColor == ImageColor(red: 102, green: 102, blue: 102))
    }

    @Test func `a picture in which nothing shows has none`() throws {
        let picture = try TestPictures.flat(width: 3, height: 3, (9, 9, 9, 0))
        #expect(picture.dominantColor == .clear)
    }

    @Test func `a large picture is sampled all over`() throws {
        let picture = try TestPictures.drawn(width: 300, height: 200) { x, y in
            (x + y) % 2 == 0 || y > 110 ? (10, 200, 10, 255) : (250, 250, 250, 255)
        }
        #expect(picture.dominantColor == ImageColor(red: 10, green: 200, blue: 10))
    }
}
