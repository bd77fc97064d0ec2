import Larder
import LarderImage
import Testing

struct ImageLoaderTests {
    @Test func `a picture is fetched once, then comes from memory, then from the cache`()
        async throws
    {
        let scene = ImageScene()
        let url = try scene.serve()
        let first = try await scene.images.image(at: url)
        #expect(first.place == .origin)
        #expect(first.bitmap == (try TestPictures.numbered(width: 40, height: 20)))
        #expect(try await scene.images.image(at: url).place == .memory)
        #expect(scene.images.cachedImage(at: url)?.bitmap == first.bitmap)
        scene.images.removeAllFromMemory()
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(try await scene.images.image(at: url).place == .cache)
        #expect(scene.origin.requests.count == 1)
        #expect(scene.codec.targets.count == 2)
    }

    @Test func `a picture is decoded straight to the size of its first step`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let image = try await scene.images.image(
            at: url, steps: [.fit(width: 20), .rounded(radius: 3)])
        #expect(image.size == PixelSize(width: 20, height: 10))
        #expect(image.info.size == PixelSize(width: 40, height: 20))
        #expect(image.bitmap[0, 0].alpha < 128)
        #expect(scene.codec.targets == [.fit(width: 20)])
    }

    @Test func `many callers share one fetch and one decoding`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        try await withThrowingTaskGroup(of: PixelSize.self) { group in
            for _ in 0..<20 {
                group.addTask { try await scene.images.image(at: url).size }
            }
            await scene.origin.asked.pass()
            gate.open()
            for try await size in group { #expect(size == PixelSize(width: 40, height: 20)) }
        }
        #expect(scene.origin.requests.count == 1)
        #expect(scene.codec.targets.count == 1)
    }

    @Test func `variants of one size share its decoding`() async throws {
        let scene = ImageScene()
        scene.codec.isHeld = true
        let url = try scene.serve()
        let looks: [ImageStep] = [.circle, .grayscale, .tinted(.black)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for look in looks {
                group.addTask {
                    _ = try await scene.images.image(at: url, steps: [.fit(width: 20), look])
                }
            }
            await scene.codec.began.pass()
            scene.codec.isHeld = false
            try await group.waitForAll()
        }
        #expect(scene.origin.requests.count == 1)
        // Whoever came after the first decoding was over found another's form in memory or
        // decoded anew; while it went on, all waited for it.
        #expect(scene.codec.targets.count <= 2)
    }

    @Test func `a second variant keeps what it shares for the third`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: [.fit(width: 20), .circle])
        _ = try await scene.images.image(at: url, steps: [.fit(width: 20), .grayscale])
        #expect(scene.codec.targets.count == 2)
        let third = try await scene.images.image(
            at: url, steps: [.fit(width: 20), .tinted(.white)])
        #expect(third.place == .memory)
        #expect(scene.codec.targets.count == 2)
    }

    @Test func `what is not a whole picture of the same kind is decoded anew`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: [.fit(width: 10)])
        let larger = try await scene.images.image(at: url, steps: [.fit(width: 20)])
        #expect(larger.place == .cache)
        #expect(scene.codec.targets == [.fit(width: 10), .fit(width: 20)])
    }

    @Test func `a larger picture in memory serves a smaller one`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url)
        let small = try await scene.images.image(at: url, steps: [.fit(width: 20)])
        #expect(small.place == .memory)
        #expect(small.size == PixelSize(width: 20, height: 10))
        #expect(small.info.size == PixelSize(width: 40, height: 20))
        #expect(scene.codec.targets.count == 1)
        #expect(scene.images.cachedImage(at: url, steps: [.fit(width: 20)]) != nil)
    }

    @Test func `two identities never share a picture`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        func request(_ user: String) -> ImageRequest {
            ImageRequest(.url(Request(url, fields: ["Authorization": user])))
        }
        _ = try await scene.images.image(for: request("ann"))
        #expect(scene.images.cachedImage(for: request("bob")) == nil)
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(scene.images.cachedImage(for: request("ann")) != nil)
    }

    @Test func `a key stands for a picture whose URL differs each time`() async throws {
        let scene = ImageScene()
        let first = try scene.serve(at: "/a.png")
        let second = try scene.serve(at: "/b.png")
        _ = try await scene.images.image(for: ImageRequest(first, key: "avatar"))
        let image = try await scene.images.image(for: ImageRequest(second, key: "avatar"))
        #expect(image.place == .memory)
        #expect(scene.origin.requests.count == 1)
    }

    @Test func `a picture that moves brings its frames, steps done to each`() async throws {
        let scene = ImageScene()
        let frame = TestGIF.Frame(width: 4, height: 4, pixels: [UInt8](repeating: 1, count: 16))
        let gif = TestGIF(width: 4, height: 4, frames: [frame, frame]).data
        var reply = PictureOrigin.Reply()
        reply.chunks = [gif]
        scene.origin["/a.gif"] = reply
        let image = try await scene.images.image(
            at: try scene.url("/a.gif"), steps: [.crop(width: 1, height: 1)])
        let animation = try #require(image.animation)
        #expect(animation.frameCount == 2)
        #expect("\(image)" == "1×1 gif from origin")
        #expect(try animation.frame(at: 1).size == PixelSize(width: 1, height: 1))
    }
}
