import Larder
import Testing

@testable import LarderImage
import LarderTesting

struct ImageFreshnessTests {
    @Test func `a picture that is no longer fresh is confirmed and not decoded again`() async throws
    {
        let scene = ImageScene()
        let url = try scene.serve {
            $0.fields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
        }
        _ = try await scene.images.image(at: url)
        scene.wait(59)
        #expect(scene.images.cachedImage(at: url) != nil)
        scene.wait(1)
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(try await scene.images.image(at: url).place == .origin)
        #expect(scene.codec.targets.count == 1)
        #expect(scene.origin.requests.count == 2)
        #expect(scene.images.cachedImage(at: url) != nil)
    }

    @Test func `a picture that changed is shown as it is now`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: [.fit(width: 10)])
        _ = try await scene.images.image(at: url)
        let changed = try TestPictures.flat(width: 40, height: 20)
        try scene.serve(changed)
        scene.wait(61)
        #expect(try await scene.images.image(at: url).bitmap == changed)
        let small = try await scene.images.image(at: url, steps: [.fit(width: 10)])
        #expect(small.bitmap[5, 2] == changed[0, 0])
    }

    @Test(arguments: ["no-store", "no-cache", "max-age=0"])
    func `what may not be used again without asking is asked for again`(
        control: String
    ) async throws {
        let scene = ImageScene()
        let url = try scene.serve { $0.fields = ["Cache-Control": control] }
        _ = try await scene.images.image(at: url)
        #expect(scene.images.cachedImage(at: url) == nil)
        _ = try await scene.images.image(at: url)
        #expect(scene.origin.requests.count == 2)
    }

    @Test func `what may not be stored is not in memory for any policy`() async throws {
        let scene = ImageScene()
        let url = try scene.serve { $0.fields = ["Cache-Control": "no-store"] }
        _ = try await scene.images.image(at: url)
        #expect(
            scene.images.cachedImage(for: ImageRequest(url, cachePolicy: .cacheElseOrigin)) == nil)
        #expect(scene.tier.keys.isEmpty)
    }

    @Test(arguments: [
        (CachePolicy.standard, false), (.immutable, true), (.cacheElseOrigin, true),
        (.cacheOnly, true), (.maxAge(.seconds(100)), true), (.maxAge(.seconds(50)), false),
        (.reload, false), (.revalidate, false), (.noStore, false),
    ])
    func `the policy decides whether an old picture in memory is used`(
        policy: CachePolicy, isUsed: Bool
    ) async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url)
        scene.wait(70)
        let request = ImageRequest(url, cachePolicy: policy)
        #expect((scene.images.cachedImage(for: request) != nil) == isUsed)
        _ = try await scene.images.image(for: request)
        #expect(scene.origin.requests.count == (isUsed ? 1 : 2))
    }

    @Test func `a picture is as old as its bytes, not as its decoding`() async throws {
        let scene = ImageScene()
        let url = try scene.serve { $0.fields = ["Cache-Control": "max-age=1000"] }
        _ = try await scene.images.image(at: url)
        scene.images.removeAllFromMemory()
        scene.wait(70)
        #expect(try await scene.images.image(at: url).place == .cache)
        for (limit, isUsed) in [(70, false), (71, true)] {
            let request = ImageRequest(url, cachePolicy: .maxAge(.seconds(limit)))
            #expect((scene.images.cachedImage(for: request) != nil) == isUsed)
        }
    }

    @Test func `one form that came anew is the end of the others`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        for steps in [[], [ImageStep.circle], [.fit(width: 10)]] {
            _ = try await scene.images.image(at: url, steps: steps)
        }
        scene.wait(1)
        try scene.serve(try TestPictures.flat(width: 40, height: 20))
        _ = try await scene.images.image(
            for: ImageRequest(url, steps: [.circle], cachePolicy: .reload))
        #expect(scene.images.cachedImage(at: url, steps: [.circle]) != nil)
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(scene.images.cachedImage(at: url, steps: [.fit(width: 10)]) == nil)
    }

    @Test func `bytes that may not be kept are the end of those before them`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(at: url, steps: [.circle])
        try scene.serve(try TestPictures.flat(width: 40, height: 20)) {
            $0.fields = ["Cache-Control": "no-store"]
        }
        _ = try await scene.images.image(for: ImageRequest(url, cachePolicy: .revalidate))
        #expect(scene.images.cachedImage(at: url, steps: [.circle]) == nil)
    }

    @Test func `a picture that is not to be kept is not kept`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        _ = try await scene.images.image(for: ImageRequest(url, cachePolicy: .noStore))
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(scene.tier.keys.isEmpty)
    }
}

struct PictureLifeTests {
    @Test func `a picture is fresh until the moment its time is over`() {
        let life = PictureLife(now: .seconds(10), held: .zero, timeToLive: .seconds(5))
        #expect(life.allowsUse(at: .seconds(14), by: .standard))
        #expect(!life.allowsUse(at: .seconds(15), by: .standard))
        for time in [nil, Duration.seconds(-4)] {
            let over = PictureLife(now: .zero, held: .zero, timeToLive: time)
            #expect(!over.allowsUse(at: .zero, by: .standard))
        }
        #expect(PictureLife.own(from: .zero).allowsUse(at: .seconds(1e15), by: .standard))
    }

    @Test func `a life of any length can be reckoned with`() {
        let life = PictureLife(now: .seconds(1e9), held: .zero, timeToLive: .seconds(Int64.max))
        #expect(life.allowsUse(at: .seconds(2e9), by: .standard))
    }

    @Test func `a picture of unknown age is for nobody who states one`() {
        let life = PictureLife(now: .zero, held: nil, timeToLive: .seconds(5))
        #expect(life.allowsUse(at: .zero, by: .standard))
        #expect(!life.allowsUse(at: .zero, by: .maxAge(.seconds(1e9))))
    }
}
