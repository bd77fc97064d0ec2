import Larder
import LarderImage
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What TSImageCache offers` {
    @Test func `a picture by its key, decoded once and kept decoded`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 9, height: 7)
        try await scene.images.store(picture, forKey: "k", encoding: .png)
        let later = scene.restarted()
        for _ in 0..<3 { #expect(try await later.images.image(forKey: "k").bitmap == picture) }
        #expect(later.codec.targets.count == 1)
    }

    @Test(arguments: [ImageEncoding.png, .jpeg(quality: 80), .webP(quality: 80)])
    func `encoded on disk in a format of choice`(encoding: ImageEncoding) async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 9, height: 7)
        try await scene.images.store(picture, forKey: "k", encoding: encoding)
        let bytes = try #require(scene.tier["k"]?.payload)
        #expect(ImageFormat(detecting: bytes) == encoding.format)
    }

    @Test func `a picture without a key gets one, and all can be cleared`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.numbered(width: 9, height: 7)
        let key = try await scene.images.storeUnderNewKey(picture)
        #expect(scene.images.cachedImage(forKey: key)?.bitmap == picture)
        try await scene.images.removeAll()
        #expect(try await scene.images.storedImage(forKey: key) == nil)
        #expect(scene.tier.keys.isEmpty)
    }
}

@Suite struct `What JMImageCache offers for pictures` {
    @Test func `a picture at a URL, and a failure with the request and the response's head`()
        async throws
    {
        let scene = ImageScene()
        let url = try scene.serve()
        #expect(try await scene.images.image(at: url).width == 40)
        let missing = try scene.serve(at: "/missing.png") { $0.status = 404 }
        let error = await expectFailure(.fetching) { try await scene.images.image(at: missing) }
        #expect(error?.request.source == .url(Request(missing)))
        #expect(error?.response?.status == 404)
    }

    @Test func `a picture at a URL under a key of its own`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let request = ImageRequest(.url(Request(url, key: "avatar/42")))
        _ = try await scene.images.image(for: request)
        #expect(scene.tier.keys.contains("avatar/42"))
        #expect(scene.images.cachedImage(for: request) != nil)
    }

    @Test func `memory alone, then disk too, never the network`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(try await scene.images.storedImage(at: url) == nil)
        #expect(scene.origin.requests.count == 0)
        _ = try await scene.images.image(at: url)
        #expect(scene.images.cachedImage(at: url) != nil)
        scene.images.removeAllFromMemory()
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(try await scene.images.storedImage(at: url)?.place == .cache)
        #expect(scene.images.cachedImage(at: url) != nil, "it was promoted")
        #expect(scene.origin.requests.count == 1)
    }

    @Test func `at once what is in memory, and a sequence of what becomes available`()
        async throws
    {
        let scene = ImageScene()
        let url = try scene.serve()
        for _ in 0..<2 {
            var places: [LoadedImage.Place] = []
            for try await image in scene.images.images(at: url) where !image.isPreview {
                places.append(image.place)
            }
            #expect(places.count == 1)
            #expect(scene.images.cachedImage(at: url) != nil)
        }
    }

    @Test func `variants of one URL by steps that are part of the key`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let rounded: [ImageStep] = [.rounded(radius: 5)]
        _ = try await scene.images.image(at: url, steps: rounded)
        _ = try await scene.images.image(at: url)
        #expect(scene.images.cachedImage(at: url, steps: rounded)?.bitmap[0, 0].alpha == 0)
        #expect(scene.images.cachedImage(at: url)?.bitmap[0, 0].alpha == 255)
        #expect(scene.origin.requests.count == 1)
    }

    @Test func `setting and removing pictures, in memory and on disk`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url)
        try await scene.images.remove(at: url)
        #expect(try await scene.images.storedImage(at: url) == nil)
        try await scene.images.store(TestPictures.flat(width: 2, height: 2), forKey: "k")
        try await scene.images.remove(forKey: "k")
        #expect(try await scene.restarted().images.storedImage(forKey: "k") == nil)
    }

    @Test func `memory given back under pressure, the disk has the rest`() async throws {
        let scene = ImageScene()
        try await scene.images.store(
            TestPictures.flat(width: 20, height: 20), forKey: "k", encoding: .png)
        scene.images.trimMemory(to: .zero)
        #expect(scene.images.cachedImage(forKey: "k") == nil)
        #expect(try await scene.images.storedImage(forKey: "k")?.place == .cache)
    }

    @Test(arguments: [404, 500])
    func `an error's body is never the picture, though it is one`(status: Int) async throws {
        let scene = ImageScene()
        let url = try scene.serve { $0.status = status }
        await expectFailure(.fetching) { try await scene.images.image(at: url) }
        #expect(scene.images.cachedImage(at: url) == nil)
    }

    @Test func `two views that want one URL fetch it once`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        async let first = scene.images.image(at: url)
        async let second = scene.images.image(at: url)
        let pictures = try await [first.bitmap, second.bitmap]
        #expect(pictures[0] == pictures[1])
        #expect(scene.codec.targets.count == 1)
    }
}

@Suite struct `What the FileManager extension offers for pictures` {
    @Test func `the bytes that came stay as they are, transparency and all`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.flat(width: 4, height: 4, (200, 100, 50, 0))
        let url = try scene.serve(picture)
        _ = try await scene.images.image(at: url)
        let kept = try #require(scene.tier[url.absoluteString]?.payload)
        #expect(try kept == ImageCodecs.standard.encode(picture, as: .png))
    }

    @Test func `a format and a quality of choice`() async throws {
        let scene = ImageScene()
        let picture = try TestPictures.drawn(width: 64, height: 64) { x, y in
            (x * 31 % 256, y * 17 % 256, x * y % 256, 255)
        }
        var sizes: [Int] = []
        for quality in [20, 95] {
            try await scene.images.store(picture, forKey: "k", encoding: .jpeg(quality: quality))
            sizes.append(scene.tier["k"]?.payload.count ?? 0)
        }
        #expect(sizes[0] * 2 < sizes[1])
    }
}
