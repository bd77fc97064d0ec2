import Larder
import LarderImage
import Testing

struct ImageHashTests {
    @Test func `a picture that was decoded once has a likeness before it is loaded again`()
        async throws
    {
        let scene = ImageScene()
        let url = try scene.serve()
        #expect(await scene.images.thumbHash(at: url) == nil)
        _ = try await scene.images.image(at: url)
        await scene.images.idle()
        let hash = ThumbHash(try TestPictures.numbered(width: 40, height: 20))
        #expect(scene.images.cachedThumbHash(for: ImageRequest(url)) == hash)

        let later = scene.restarted()
        #expect(later.images.cachedThumbHash(for: ImageRequest(url)) == nil)
        #expect(await later.images.thumbHash(at: url) == hash)
        #expect(later.images.cachedThumbHash(for: ImageRequest(url)) == hash)
        #expect(later.origin.requests.isEmpty)
        #expect(later.codec.targets.isEmpty)
    }

    @Test func `a variant's decoding makes the hash of the whole picture`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: [.fit(width: 20), .circle])
        await scene.images.idle()
        let hash = try #require(await scene.images.thumbHash(at: url))
        #expect(hash.aspectRatio == 7.0 / 4)
    }

    @Test func `a part of a picture makes no hash of it`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: [.fill(width: 10, height: 10)])
        await scene.images.idle()
        #expect(await scene.images.thumbHash(at: url) == nil)
    }

    @Test func `a picture that changed has a new hash`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url)
        let changed = try TestPictures.flat(width: 10, height: 40)
        try scene.serve(changed)
        scene.wait(61)
        _ = try await scene.images.image(at: url)
        await scene.images.idle()
        #expect(await scene.images.thumbHash(at: url) == ThumbHash(changed))
        #expect(await scene.restarted().images.thumbHash(at: url) == ThumbHash(changed))
    }

    @Test func `a hash outlives a confirmation of its picture`() async throws {
        let scene = ImageScene()
        let url = try scene.serve {
            $0.fields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
        }
        _ = try await scene.images.image(at: url)
        await scene.images.idle()
        scene.wait(61)
        _ = try await scene.images.image(at: url)
        #expect(await scene.restarted().images.thumbHash(at: url) != nil)
    }

    @Test func `a picture for one identity leaves no hash for others`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let request = ImageRequest(.url(Request(url, fields: ["Authorization": "ann"])))
        _ = try await scene.images.image(for: request)
        await scene.images.idle()
        #expect(await scene.images.thumbHash(at: url) == nil)
        #expect(await scene.images.thumbHash(for: request) == nil)
    }
}
