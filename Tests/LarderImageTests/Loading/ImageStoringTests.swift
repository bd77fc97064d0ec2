import Larder
import LarderImage
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ImageStoringTests {
    @Test func `a picture stored under a key is in memory and survives a restart`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 9, height: 7)
        #expect(try await scene.images.store(picture, forKey: "drawing/1", encoding: .png))
        #expect(scene.images.cachedImage(forKey: "drawing/1")?.bitmap == picture)
        let later = try await scene.restarted().images.image(forKey: "drawing/1")
        #expect(later.place == .cache)
        #expect(later.bitmap == picture)
    }

    @Test func `keys that differ in their bytes alone name two pictures`() async throws {
        let scene = ImageScene()
        let keys = ["e\u{301}", "\u{E9}"]
        let pictures = try keys.map {
            try TestPictures.numbered(width: $0.utf8.count, height: 1)
        }
        #expect(ImageRequest(key: keys[0]) != ImageRequest(key: keys[1]))
        for (key, picture) in zip(keys, pictures) {
            #expect(scene.images.cachedImage(forKey: key) == nil)
            #expect(try await scene.images.storedImage(forKey: key) == nil)
            try await scene.images.store(picture, forKey: key, encoding: .png)
        }
        for images in [scene.images, scene.restarted().images] {
            for (key, picture) in zip(keys, pictures) {
                #expect(try await images.storedImage(forKey: key)?.bitmap == picture)
                #expect(images.cachedImage(forKey: key)?.bitmap == picture)
            }
        }
        try await scene.images.remove(forKey: keys[0])
        #expect(scene.images.cachedImage(forKey: keys[1])?.bitmap == pictures[1])
        let urls = try zip(keys, ["/a.png", "/b.png"]).map { key, path in
            ImageRequest(try scene.serve(at: path), key: key)
        }
        #expect(urls[0] != ImageRequest(try scene.url(), key: keys[1]))
    }

    @Test func `a new picture under a key takes the place of the old and all made of it`()
        async throws
    {
        let scene = ImageScene { $0.storage = .both }
        let (old, new) = (
            try TestPictures.flat(width: 8, height: 8, (0, 0, 0, 255)),
            try TestPictures.flat(width: 8, height: 8, (255, 255, 255, 255))
        )
        try await scene.images.store(old, forKey: "k", encoding: .png)
        _ = try await scene.images.image(forKey: "k", steps: [.fit(width: 4)])
        try await scene.images.store(new, forKey: "k", encoding: .png)
        #expect(scene.images.cachedImage(forKey: "k", steps: [.fit(width: 4)]) == nil)
        #expect(try await scene.images.image(forKey: "k").bitmap == new)
        let small = try await scene.images.image(forKey: "k", steps: [.fit(width: 4)])
        #expect(small.bitmap[1, 1] == new[0, 0])
    }

    @Test func `a picture without a key gets one of its own`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 3, height: 3)
        let first = try await scene.images.storeUnderNewKey(picture)
        let second = try await scene.images.storeUnderNewKey(picture)
        #expect(first != second)
        #expect(try await scene.images.image(forKey: first).bitmap == picture)
    }

    @Test func `a lifetime ends in memory and in the cache`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 3, height: 3)
        try await scene.images.store(picture, forKey: "k", lifetime: .seconds(10))
        let expiry = scene.tier["k"]?.attributes.expiresAt
        #expect(expiry == scene.clock.wallTime.addingTimeInterval(10))
        #expect(scene.images.cachedImage(forKey: "k") != nil)
        scene.wait(10)
        #expect(scene.images.cachedImage(forKey: "k") == nil)
    }

    @Test func `a picture that was removed is nowhere`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url)
        _ = try await scene.images.image(at: url, steps: [.circle])
        try await scene.images.store(
            try TestPictures.numbered(width: 3, height: 3), forKey: "k", encoding: .png)
        try await scene.images.remove(at: url)
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(scene.images.cachedImage(at: url, steps: [.circle]) == nil)
        #expect(await scene.images.thumbHash(at: url) == nil)
        #expect(scene.tier.keys == ["k"])
        try await scene.images.remove(forKey: "k")
        #expect(try await scene.images.storedImage(forKey: "k") == nil)
    }

    @Test func `a URL written differently is the same picture to a removal`() async throws {
        let scene = ImageScene()
        try scene.serve()
        let shouted = try scene.url("/a.png#part")
        _ = try await scene.images.image(at: shouted)
        try await scene.images.remove(at: try scene.url("/a.png"))
        #expect(scene.images.cachedImage(at: shouted) == nil)
    }

    @Test func `removing everything leaves what is stored afterwards`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 3, height: 3)
        try await scene.images.store(picture, forKey: "old")
        try await scene.images.removeAll()
        try await scene.images.store(picture, forKey: "new")
        #expect(scene.images.cachedImage(forKey: "old") == nil)
        #expect(scene.images.cachedImage(forKey: "new") != nil)
        #expect(scene.tier.keys == ["new"])
    }

    @Test func `a picture that cannot be written fails in storing`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 3, height: 3)
        let odd = ImageFormat(name: "odd", mediaType: "image/odd", fileExtension: "odd")
        await expectFailure(.storing) {
            try await scene.images.store(picture, forKey: "k", encoding: ImageEncoding(format: odd))
        }
        #expect(scene.tier.keys.isEmpty)
        #expect(scene.images.cachedImage(forKey: "k") == nil)
    }

    @Test func `memory holds no more than it may`() async throws {
        let scene = ImageScene { $0.memoryCapacity = .kibibytes(20) }
        for index in 0..<10 {
            let picture = try TestPictures.flat(width: 32, height: 32, (index, 0, 0, 255))
            try await scene.images.store(picture, forKey: "\(index)", encoding: .png)
        }
        #expect(scene.images.memoryStatistics.bytes <= .kibibytes(20))
        scene.images.trimMemory(to: .zero)
        #expect(scene.images.memoryStatistics.entries == 0)
    }
}
