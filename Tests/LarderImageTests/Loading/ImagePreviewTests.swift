import Larder
import LarderImage
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ImageUpdatesTests {
    /// A picture that does not pack well, so that its rows come one by one.
    private func noise() throws -> Bitmap {
        var random = SeededGenerator(seed: 3)
        return try TestPictures.drawn(width: 64, height: 64) { _, _ in
            func part() -> Int { Int.random(in: 0...255, using: &random) }
            return (part(), part(), part(), 255)
        }
    }

    /// Serves the picture in parts of 3 KiB, each held by a gate of its own.
    private func scene() throws -> (ImageScene, URL, [Gate], Bitmap) {
        let scene = ImageScene()
        let picture = try noise()
        let bytes = try ImageCodecs.standard.encode(picture, as: .png)
        let chunks = stride(from: 0, to: bytes.count, by: 3072).map {
            Data(bytes[$0..<min($0 + 3072, bytes.count)])
        }
        let gates = chunks.dropFirst().map { _ in Gate() }
        let url = try scene.serve {
            $0.chunks = chunks
            $0.pace = Array(gates)
        }
        return (scene, url, Array(gates), picture)
    }

    @Test(arguments: [[ImageStep](), [.fit(width: 32)], [.grayscale], [.fit(width: 32), .circle]])
    func `previews come while bytes arrive, and the picture last`(steps: [ImageStep]) async throws {
        let (scene, url, gates, picture) = try scene()
        var previews = 0
        var last: LoadedImage?
        for try await image in scene.images.images(at: url, steps: steps) {
            last = image
            guard image.isPreview else { continue }
            #expect(image.isPartial)
            #expect(image.info.size == picture.size)
            if previews == 0 { for gate in gates { gate.open() } }
            previews += 1
        }
        #expect(previews >= 1)
        let image = try #require(last)
        #expect(!image.isPreview && !image.isPartial)
        let again = try await scene.images.image(at: url, steps: steps)
        #expect(again.place == .memory)
        #expect(again.bitmap == image.bitmap)
    }

    @Test func `a picture in memory is the only update`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url)
        var places: [LoadedImage.Place] = []
        for try await image in scene.images.images(at: url) { places.append(image.place) }
        #expect(places == [.memory])
    }

    @Test func `who wants the picture only gets no preview`() async throws {
        let (scene, url, gates, picture) = try scene()
        for gate in gates { gate.open() }
        let image = try await scene.images.image(at: url)
        #expect(!image.isPreview)
        #expect(image.bitmap == picture)
    }

    @Test func `updates end in the failure`() async throws {
        let scene = ImageScene()
        let url = try scene.url("/missing.png")
        await expectFailure(.fetching) {
            for try await _ in scene.images.images(at: url) {}
        }
    }
}
