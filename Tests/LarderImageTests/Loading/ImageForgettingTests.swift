import Larder
import LarderImage
import LarderTesting
import Testing

/// What makes an answer worthless does so to the pictures that were made of it.
struct ImageForgettingTests {
    private static let steps: [ImageStep] = [.fit(width: 10)]

    @Test(arguments: [HTTPMethod.put, .post, .delete])
    func `an unsafe request ends the pictures of its URL`(method: HTTPMethod) async throws {
        let scene = ImageScene { $0.storage = .both }
        let (url, other) = (try scene.serve(), try scene.serve(at: "/b.png"))
        for url in [url, other] {
            _ = try await scene.images.image(at: url)
            _ = try await scene.images.image(at: url, steps: Self.steps)
        }
        await scene.images.idle()
        _ = try await scene.loader.response(for: Request(url, method: method))
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(scene.images.cachedImage(at: url, steps: Self.steps) == nil)
        #expect(scene.images.cachedImage(at: other) != nil)
        #expect(!scene.tier.keys.contains { $0.hasPrefix("\(url)\nimage") })
    }

    @Test func `what a loader forgets its image loaders forget`() async throws {
        let scene = ImageScene()
        let second = ImageLoader(loader: scene.loader)
        let url = try scene.serve()
        for images in [scene.images, second] { _ = try await images.image(at: url) }
        try await scene.loader.remove(url)
        for images in [scene.images, second] { #expect(images.cachedImage(at: url) == nil) }
    }

    @Test(arguments: [true, false])
    func `a removal ends the loads of its own URL only`(isOwn: Bool) async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        async let image = scene.images.image(at: url)
        await scene.origin.asked.pass()
        try await scene.loader.remove(isOwn ? url : try scene.url("/b.png"))
        gate.open()
        _ = try await image
        #expect((scene.images.cachedImage(at: url) == nil) == isOwn)
    }

    @Test func `a loader keeps no image loader alive`() throws {
        let scene = ImageScene()
        weak var images: ImageLoader?
        do {
            let made = ImageLoader(loader: scene.loader)
            images = made
            #expect(images != nil)
        }
        #expect(images == nil)
    }
}
