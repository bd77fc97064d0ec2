import Larder
import LarderImage
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ImageVariantTests {
    private let steps: [ImageStep] = [.fit(width: 20), .circle]

    private func scene(_ storage: ImageStorage, _ tier: DictionaryTier? = nil)
        -> ImageScene
    {
        ImageScene(tier: tier) {
            $0.storage = storage
            $0.encoding = .png
        }
    }

    @Test(arguments: ImageStorage.allCases)
    func `the cache keeps what was asked for`(storage: ImageStorage) async throws {
        let scene = scene(storage)
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: steps)
        await scene.images.idle()
        let keys = scene.tier.keys
        #expect(keys.contains(url.absoluteString) == [.original, .both].contains(storage))
        #expect(keys.contains { $0.contains("\nimage ") } == [.variants, .both].contains(storage))
    }

    @Test func `a variant beside its original spares the decoding of it`() async throws {
        let scene = scene(.both)
        let url = try scene.serve()
        let first = try await scene.images.image(at: url, steps: steps)
        await scene.images.idle()
        scene.images.removeAllFromMemory()
        let again = try await scene.images.image(at: url, steps: steps)
        #expect(again.place == .cache)
        #expect(again.bitmap == first.bitmap)
        #expect(again.info.size == first.info.size)
        #expect(scene.codec.targets == [.fit(width: 20), .full])
    }

    @Test(arguments: [true, false])
    func `a variant of what is stored under a key goes no further than that`(
        isShareable: Bool
    ) async throws {
        let scene = scene(.both)
        let picture = try TestPictures.numbered(width: 40, height: 20)
        let bytes = try ImageCodecs.standard.encode(picture, as: .png)
        let attributes = EntryAttributes(
            storedAt: scene.clock.timeSource.now(), isShareable: isShareable)
        _ = try await scene.tier.store(Entry(payload: bytes, attributes: attributes), forKey: "own")
        _ = try await scene.images.image(for: ImageRequest(key: "own", steps: steps))
        await scene.images.idle()
        let key = try #require(scene.tier.keys.first { $0.contains("\nimage ") })
        #expect(try await scene.tier.attributes(forKey: key)?.isShareable == isShareable)
    }

    @Test func `a variant follows its original when that changes`() async throws {
        let scene = scene(.both)
        let url = try scene.serve(try TestPictures.flat(width: 40, height: 40, (0, 0, 0, 255)))
        _ = try await scene.images.image(at: url, steps: steps)
        await scene.images.idle()
        let white = try TestPictures.flat(width: 40, height: 40, (255, 255, 255, 255))
        try scene.serve(white)
        scene.images.removeAllFromMemory()
        scene.wait(61)
        let image = try await scene.images.image(at: url, steps: steps)
        #expect(image.bitmap[10, 10] == white[0, 0])
    }

    @Test func `a variant without its original lives as long as that was fresh`() async throws {
        let scene = scene(.variants)
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: steps)
        await scene.images.idle()
        scene.images.removeAllFromMemory()
        scene.wait(59)
        #expect(try await scene.images.image(at: url, steps: steps).place == .cache)
        #expect(scene.origin.requests.count == 1)
        scene.wait(1)
        #expect(scene.images.cachedImage(at: url, steps: steps) == nil)
        let entry = try #require(
            scene.tier.keys.first { $0.contains("\nimage ") }.flatMap { scene.tier[$0] })
        #expect(!entry.attributes.isLive(at: scene.clock.wallTime))
    }

    @Test func `a variant without its original is no younger than that`() async throws {
        let scene = scene(.variants)
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: steps)
        await scene.images.idle()
        scene.wait(30)
        for (limit, place) in [(31, LoadedImage.Place.cache), (30, .origin)] {
            scene.images.removeAllFromMemory()
            let request = ImageRequest(
                url, steps: steps, cachePolicy: .maxAge(.seconds(limit)))
            #expect(try await scene.images.image(for: request).place == place)
        }
    }

    @Test func `a variant kept for who trusts it for ever is stale for who does not`()
        async throws
    {
        let scene = scene(.variants)
        let url = try scene.serve()
        let trusting = ImageRequest(url, steps: steps, cachePolicy: .immutable)
        _ = try await scene.images.image(for: trusting)
        await scene.images.idle()
        scene.wait(61)
        scene.images.removeAllFromMemory()
        #expect(try await scene.images.image(for: trusting).place == .cache)
        #expect(scene.images.cachedImage(at: url, steps: steps) == nil)
        scene.images.removeAllFromMemory()
        #expect(try await scene.images.image(at: url, steps: steps).place == .origin)
    }

    @Test func `a variant ends with the lifetime of what was stored under the key`() async throws {
        let scene = scene(.variants)
        try await scene.images.store(
            try TestPictures.numbered(width: 40, height: 20), forKey: "k", lifetime: .seconds(10))
        _ = try await scene.images.image(forKey: "k", steps: steps)
        await scene.images.idle()
        scene.wait(10)
        for isInMemory in [true, false] {
            if !isInMemory { scene.images.removeAllFromMemory() }
            await expectFailure(.looking) {
                try await scene.images.image(forKey: "k", steps: steps)
            }
        }
    }

    @Test func `variants of a removed picture go with it`() async throws {
        let scene = scene(.both)
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: steps)
        _ = try await scene.images.image(at: url, steps: [.grayscale])
        await scene.images.idle()
        #expect(scene.tier.keys.count == 4)
        try await scene.images.remove(at: url)
        #expect(scene.tier.keys.isEmpty)
    }

    @Test func `a damaged variant is made anew`() async throws {
        let scene = scene(.both)
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: steps)
        await scene.images.idle()
        let key = try #require(scene.tier.keys.first { $0.contains("\nimage ") })
        var entry = try #require(scene.tier[key])
        entry.payload.removeAll()
        _ = try await scene.tier.store(entry, forKey: key)
        scene.images.removeAllFromMemory()
        let again = try await scene.images.image(at: url, steps: steps)
        #expect(again.size == PixelSize(width: 10, height: 10))
        #expect(scene.codec.targets.last == .fit(width: 20))
    }
}
