import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A loader with a cache of its own, a server that does as scripted, and a clock to move.
struct LoaderScene {
    let server: ScriptedOrigin
    let clock: ManualClock
    let tier: DictionaryTier
    let loader: Loader

    /// All scenes share one client, as all loaders of a program might.
    private static let web = SystemOrigin()

    init(
        isShared: Bool = false, at wallTime: Date = testMoment,
        _ configure: (inout Loader.Configuration) -> Void = { _ in }
    ) throws {
        server = try ScriptedOrigin()
        clock = ManualClock(wallTime: wallTime)
        tier = DictionaryTier(isShared: isShared)
        var configuration = Loader.Configuration(origin: Self.web)
        configuration.time = clock.timeSource
        configuration.deadlines = .never
        configuration.retry = .never
        configure(&configuration)
        loader = Loader(cache: tier, configuration: configuration)
    }
}

/// An answer whose body was read.
struct ReadAnswer {
    let response: Response
    let text: String

    var status: Int { response.status }
    var fields: HTTPFields { response.fields }
    var cacheStatus: CacheStatus { response.cacheStatus }
}

extension LoaderScene {
    /// Loads `target` of the server, and reads the body.
    func load(
        _ target: String = "/x", _ fields: HTTPFields = [:], method: HTTPMethod = .get,
        body: Data? = nil, policy: CachePolicy = .standard
    ) async throws -> ReadAnswer {
        let request = Request(
            server.url(target), method: method, fields: fields, body: body, cachePolicy: policy)
        let response = try await loader.response(for: request)
        let data = try await response.data()
        return ReadAnswer(response: response, text: String(decoding: data, as: UTF8.self))
    }

    /// Moves the clock on.
    func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

    /// How many requests have reached the server.
    var requestCount: Int { server.requests.count }

    /// The last request that reached the server.
    func lastRequest() throws -> ScriptedOrigin.SeenRequest {
        try #require(server.requests.last)
    }

    /// The moment on the clock, `seconds` later, as a date field.
    func date(_ seconds: Double = 0) -> String {
        HTTPDate(clock.wallTime.addingTimeInterval(seconds)).description
    }
}

/// Expects that `work` throws a ``LoadError`` with this code.
func expectError(
    _ code: LoadError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> some Any
) async {
    let error = await #expect(throws: LoadError.self, sourceLocation: sourceLocation) {
        _ = try await work()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}
