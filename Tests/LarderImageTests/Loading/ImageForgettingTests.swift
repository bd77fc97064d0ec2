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

    @Test func `a picture that memory let go of is not found again while it is on screen`()
        async throws
    {
        let scene = ImageScene()
        let (url, other) = (try scene.serve(), try scene.serve(at: "/b.png"))
        var shown = [
            try await scene.images.image(at: url), try await scene.images.image(at: other),
        ]
        scene.images.trimMemory(to: .zero)
        try await scene.loader.remove(url)
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(scene.images.cachedImage(at: other) != nil)
        try await scene.loader.remove(other)
        #expect(scene.images.cachedImage(at: other) == nil)
        shown = []
        #expect(shown.isEmpty)
    }

    @Test(arguments: [false, true])
    func `nor is an older form of it`(isRevived: Bool) async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let shown = try await scene.images.image(at: url, steps: Self.steps)
        scene.images.trimMemory(to: .zero)
        if isRevived { #expect(scene.images.cachedImage(at: url, steps: Self.steps) != nil) }
        scene.wait(1)
        try scene.serve(try TestPictures.flat(width: 40, height: 20))
        _ = try await scene.images.image(for: ImageRequest(url, cachePolicy: .reload))
        #expect(scene.images.cachedImage(at: url, steps: Self.steps) == nil)
        #expect(shown.size.width == 10)
    }

    @Test(arguments: [ImageStorage.variants, .both])
    func `what a load under way made is not kept either`(storage: ImageStorage) async throws {
        let scene = ImageScene { $0.storage = storage }
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        async let image = scene.images.image(at: url, steps: Self.steps)
        await scene.origin.asked.pass()
        try await scene.images.remove(at: url)
        gate.open()
        _ = try await image
        await scene.images.idle()
        #expect(!scene.tier.keys.contains { $0.contains("\nimage") })
        #expect(scene.images.cachedThumbHash(for: ImageRequest(url)) == nil)
    }

    @Test func `a cache that fails is no reason to show the old picture`() async throws {
        let scene = ImageScene()
        let loader = Loader(
            cache: UnremovableTier(tier: scene.tier),
            configuration: Loader.Configuration(origin: scene.origin))
        let all = [ImageLoader(loader: loader), ImageLoader(loader: loader)]
        let url = try scene.serve()
        for images in all { _ = try await images.image(at: url) }
        await #expect(throws: UnremovableTier.Refusal.self) { try await loader.remove(url) }
        for images in all { #expect(images.cachedImage(at: url) == nil) }
    }

    @Test func `what one image loader stores or removes the others forget`() async throws {
        let scene = ImageScene()
        let other = ImageLoader(loader: scene.loader)
        let (old, new) = (
            try TestPictures.flat(width: 8, height: 8, (0, 0, 0, 255)),
            try TestPictures.flat(width: 8, height: 8, (255, 255, 255, 255))
        )
        try await scene.images.store(old, forKey: "k", encoding: .png)
        #expect(try await other.image(forKey: "k").bitmap == old)
        try await scene.images.store(new, forKey: "k", encoding: .png)
        #expect(try await other.image(forKey: "k").bitmap == new)
        try await scene.images.removeAll()
        #expect(other.cachedImage(forKey: "k") == nil)
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

/// A tier that removes nothing.
private struct UnremovableTier: CacheTier {
    struct Refusal: Error {}

    let tier: DictionaryTier

    func entry(forKey key: String) async throws -> Entry? { try await tier.entry(forKey: key) }
    func store(_ entry: Entry, forKey key: String) async throws -> EntryVersion? {
        try await tier.store(entry, forKey: key)
    }
    func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) async throws -> EntryVersion? {
        try await tier.update(attributes, forKey: key, ifVersion: version)
    }
    func remove(forKey key: String) async throws { throw Refusal() }
    func removeAll() async throws { throw Refusal() }
}
