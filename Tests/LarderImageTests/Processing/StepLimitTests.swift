import Larder
import LarderImage
import Testing

/// What steps take counts against the limit on memory, and is refused before it is taken.
struct StepLimitTests {
    private func code(
        _ step: ImageStep, on picture: Bitmap, within limits: ImageLimits
    ) throws -> ImageError.Code? {
        do {
            _ = try picture.applying([step], limits: limits)
            return nil
        } catch let error as ImageError {
            return error.code
        }
    }

    /// A picture of 20,000 bytes.
    @Test(
        arguments: [
            (.pad(width: 5000, height: 2), 40_000),
            (.exact(width: 5000, height: 2, allowsUpscaling: true), 40_000),
            (.fill(width: 50, height: 2, anchor: .left, allowsUpscaling: true), 80_400),
            (.blurred(radius: 3), 20_000 + 160_000), (.flipped(.horizontal), 20_000),
            (.rotated(.half), 20_000), (.rounded(radius: 1), 20_000), (.tinted(.black), 20_000),
            (.border(width: 1, color: .black), 20_000), (.grayscale, 20_000),
        ] as [(ImageStep, Int)])
    func `what a step takes is what it is allowed`(step: ImageStep, least: Int) throws {
        let picture = try TestPictures.flat(width: 5000, height: 1)
        let tooLittle = ImageLimits(memory: .bytes(least - 1))
        #expect(try code(step, on: picture, within: tooLittle) == .tooLarge)
        let enough = ImageLimits(memory: .bytes(least * 3 / 2 + 1_000_000))
        #expect(try code(step, on: picture, within: enough) == nil)
    }

    @Test(
        arguments: [.crop(width: 50, height: 9), .crop(x: 9, y: 0, width: 50, height: 9)]
            as [ImageStep])
    func `cutting takes what is left`(step: ImageStep) throws {
        let picture = try TestPictures.flat(width: 5000, height: 1)
        #expect(try code(step, on: picture, within: ImageLimits(memory: .bytes(199))) == .tooLarge)
        #expect(try code(step, on: picture, within: ImageLimits(memory: .bytes(450))) == nil)
    }

    @Test(
        arguments: [
            .pad(width: 100_000, height: 100_000), .pad(width: .max, height: .max),
            .pad(width: .max, height: 1),
            .exact(width: 100_000, height: 100_000, allowsUpscaling: true),
            .fill(width: 100_000, height: 100_000, anchor: .left, allowsUpscaling: true),
        ] as [ImageStep])
    func `a size beyond reason is refused by the standard limits`(step: ImageStep) throws {
        let picture = try TestPictures.flat(width: 3, height: 3)
        #expect(try code(step, on: picture, within: .standard) == .tooLarge)
    }

    @Test func `a loader's limits hold for its steps`() async throws {
        let scene = ImageScene { $0.limits.memory = .mebibytes(1) }
        let url = try scene.serve()
        let error = await #expect(throws: ImageLoadError.self) {
            try await scene.images.image(at: url, steps: [.pad(width: 1000, height: 1000)])
        }
        #expect((error?.cause as? ImageError)?.code == .tooLarge)
    }

    /// Each line would take the time of the radius.
    @Test(arguments: [(1, 200_000), (200_000, 1)])
    func `a blur costs the same, however wide it is`(width: Int, height: Int) throws {
        let picture = try TestPictures.flat(width: width, height: height)
        #expect(try picture.applying([.blurred(radius: .infinity)]) == picture)
    }
}
