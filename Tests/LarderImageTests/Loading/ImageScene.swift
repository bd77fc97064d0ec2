import Larder
import LarderImage
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An image loader with an origin, a cache, a codec and a clock that a test has in hand.
struct ImageScene {
    let origin = PictureOrigin()
    let tier: DictionaryTier
    let codec = CountingCodec()
    let clock: ManualClock
    let loader: Loader
    let images: ImageLoader

    init(
        tier: DictionaryTier? = nil, clock: ManualClock = ManualClock(), exchanges: Int? = nil,
        _ configure: (inout ImageLoader.Configuration) -> Void = { _ in }
    ) {
        let tier = tier ?? DictionaryTier(time: clock.timeSource)
        self.tier = tier
        self.clock = clock
        var configuration = Loader.Configuration(origin: origin)
        configuration.time = clock.timeSource
        configuration.retry = .never
        if let exchanges { configuration.exchangesPerHost = exchanges }
        loader = Loader(cache: tier, configuration: configuration)
        var imaging = ImageLoader.Configuration()
        imaging.time = clock.timeSource
        imaging.codecs = ImageCodecs([codec])
        imaging.threads = 2
        configure(&imaging)
        images = ImageLoader(loader: loader, configuration: imaging)
    }
}

extension ImageScene {
    /// A URL of the origin's.
    func url(_ path: String = "/a.png") throws -> URL {
        try #require(URL(string: "http://pictures.example" + path))
    }

    /// Serves a picture at `path` and returns its URL.
    @discardableResult
    func serve(
        _ picture: Bitmap? = nil, at path: String = "/a.png",
        _ change: (inout PictureOrigin.Reply) -> Void = { _ in }
    ) throws -> URL {
        let picture = try picture ?? TestPictures.numbered(width: 40, height: 20)
        var reply = PictureOrigin.Reply()
        reply.chunks = [try ImageCodecs.standard.encode(picture, as: .png)]
        change(&reply)
        origin[path] = reply
        return try url(path)
    }

    /// Moves the clock on.
    func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

    /// Another image loader over the same cache and origin's replies, as after a restart.
    func restarted() -> ImageScene {
        let next = ImageScene(tier: tier, clock: clock)
        for path in ["/a.png", "/b.png"] { next.origin[path] = origin[path] }
        return next
    }
}

/// Expects that `work` fails at `stage`, and returns the failure.
@discardableResult
func expectFailure(
    _ stage: ImageLoadError.Stage, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> some Any
) async -> ImageLoadError? {
    let error = await #expect(throws: ImageLoadError.self, sourceLocation: sourceLocation) {
        _ = try await work()
    }
    #expect(error?.stage == stage, sourceLocation: sourceLocation)
    return error
}
