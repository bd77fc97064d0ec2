#if os(Linux)
import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The loader against a server that nobody here wrote.
@Suite struct `A loader before nginx` {
    private static let bytes = Data(
        (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) })
    private let server: NginxServer
    private let clock = ManualClock(wallTime: Date())
    private let tier = DictionaryTier()
    private let loader: Loader

    init() throws {
        server = try NginxServer(files: ["/a.jpg": Self.bytes, "/a.txt": Data("hello".utf8)])
        var curl = CurlOrigin.Configuration()
        curl.proxy = .none
        curl.trust = .file(server.authority.folder + "/ca.pem")
        var configuration = Loader.Configuration(
            origin: SystemOrigin(web: CurlOrigin(curl)))
        configuration.time = clock.timeSource
        configuration.retry = .never
        loader = Loader(cache: tier, configuration: configuration)
    }

    private func load(
        _ path: String, _ fields: HTTPFields = [:], _ policy: CachePolicy = .standard,
        isSecure: Bool = false
    ) async throws -> (Response, Data) {
        let url = try server.url(path, port: isSecure ? server.securePort : nil)
        let response = try await loader.response(
            for: Request(url, fields: fields, cachePolicy: policy))
        return (response, try await response.data())
    }

    @Test(arguments: [false, true])
    func `has what is stored confirmed by its ETag`(isSecure: Bool) async throws {
        let (first, _) = try await load("/a.jpg", isSecure: isSecure)
        #expect(first.cacheStatus.isStored && first.fields["ETag"] != nil)
        let (second, body) = try await load("/a.jpg", [:], .revalidate, isSecure: isSecure)
        #expect(second.cacheStatus.forwardStatus == 304 && body == Self.bytes)
        #expect(second.fields["X-Protocol"] == (isSecure ? "HTTP/2.0" : "HTTP/1.1"))
        let (third, _) = try await load("/a.jpg", ["If-None-Match": first.fields["ETag"] ?? ""])
        #expect(third.status == 304)
    }

    @Test func `keeps what came packed, and has it confirmed by its weak ETag`() async throws {
        let (first, text) = try await load("/a.txt")
        #expect(first.fields["Content-Encoding"] == "gzip" && text == Data("hello".utf8))
        #expect(first.fields["ETag"]?.hasPrefix("W/") == true)
        let (second, again) = try await load("/a.txt", [:], .revalidate)
        #expect(second.cacheStatus.forwardStatus == 304 && again == Data("hello".utf8))
    }

    @Test func `fetches only what is missing of a whole`() async throws {
        let (part, start) = try await load("/a.jpg", ["Range": "bytes=0-199999"])
        #expect(part.status == 206 && start == Self.bytes[..<200_000])
        #expect(part.cacheStatus.isStored)
        // A date in the same second as the answer is weak, but nginx's ETag is strong.
        let (whole, body) = try await load("/a.jpg")
        #expect(whole.status == 200 && body == Self.bytes)
        #expect(whole.cacheStatus.forwardReason == .partial)
        #expect(whole.wireBytes < 110_000)
        #expect(tier.keys.count == 1)
    }
}
#endif
