import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TemporaryDirectory {
    /// Whether any file holds `text`.
    fileprivate func holds(_ text: String) throws -> Bool {
        let names = try FileManager.default.subpathsOfDirectory(atPath: url.path())
        return names.contains { name in
            // A directory among them has no bytes to search.
            let data = try? Data(contentsOf: url.appending(path: name))
            return data?.firstRange(of: Data(text.utf8)) != nil
        }
    }
}

@Suite struct `A loader over a disk` {
    private let folder = TemporaryDirectory()
    private let server: ScriptedOrigin
    private let clock = ManualClock(wallTime: testMoment)

    init() throws {
        server = try ScriptedOrigin()
    }

    /// A loader that has just been started on the directory.
    private func start(_ window: ByteCount = .mebibytes(1)) throws -> Loader {
        let disk = try DiskCache(
            directory: folder.url, capacity: .mebibytes(64), time: clock.timeSource)
        var configuration = Loader.Configuration()
        configuration.time = clock.timeSource
        configuration.retry = .never
        configuration.window = window
        return Loader(cache: disk, configuration: configuration)
    }

    @Test func `freshness, variants and identities survive a restart`() async throws {
        server["/x"] = .handler { request in
            .ok(
                (request.fields["Accept"] ?? "") + (request.fields["Authorization"] ?? ""),
                ["Cache-Control": "max-age=60", "Vary": "Accept"])
        }
        let requests = ["a", "b"].flatMap { accept in
            [["Accept": accept], ["Accept": accept, "Authorization": "ann"]] as [HTTPFields]
        }.map { Request(server.url("/x"), fields: $0) }
        for request in requests { _ = try await start().response(for: request).data() }
        clock.advance(by: .seconds(59))
        for request in requests {
            let answer = try await start().response(for: request)
            let expected =
                (request.fields["Accept"] ?? "") + (request.fields["Authorization"] ?? "")
            #expect(try await answer.data() == Data(expected.utf8) && answer.cacheStatus.isHit)
        }
        clock.advance(by: .seconds(1))
        #expect(try await !start().response(for: requests[0]).cacheStatus.isHit)
    }

    @Test(arguments: [ByteCount.mebibytes(1), .kibibytes(8)])
    func `no-store leaves no byte, whole or broken off`(window: ByteCount) async throws {
        let secret = String(repeating: "a secret that is no cache's business ", count: 4000)
        let fields: HTTPFields = ["Cache-Control": "no-store", "ETag": "\"1\""]
        server["/x"] = .ok(secret, fields)
        server["/broken"] = ScriptedOrigin.Script.ok(secret, fields).cut(afterBody: 100_000)
        server["/kept"] = .ok("kept on disk", ["Cache-Control": "max-age=60"])
        let loader = try start(window)
        _ = try await loader.data(at: server.url("/x"))
        await #expect(throws: LoadError.self) { try await loader.data(at: server.url("/broken")) }
        _ = try await loader.data(at: server.url("/kept"))
        #expect(try folder.holds("kept on disk"))
        #expect(try !folder.holds("a secret"))
    }

    @Test func `credentials are on disk in no form that can be read`() async throws {
        server["/x"] = .ok("kept on disk", ["Cache-Control": "max-age=60", "Vary": "Cookie"])
        let fields: HTTPFields = [
            "Authorization": "Bearer open-sesame", "Cookie": "id=open-sesame",
        ]
        _ = try await start().response(for: Request(server.url("/x"), fields: fields)).data()
        #expect(try folder.holds("kept on disk"))
        #expect(try !folder.holds("open-sesame"))
    }

    @Test func `what a caller left behind is continued after a restart`() async throws {
        let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) })
        let strong: HTTPFields = ["ETag": "\"1\"", "Cache-Control": "max-age=60"]
        let gate = ScriptedOrigin.Gate()
        server["/x"] = .inTurn(
            ScriptedOrigin.Script.ok(bytes, strong).held(atBody: 2_000_000, by: gate),
            .handler { request in
                let first = request.fields["Range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                var fields = strong
                fields["Content-Range"] = "bytes \(first)-2999999/3000000"
                return .status(206, fields, body: bytes[first...])
            })
        let loader = try start()
        let response = try await loader.response(for: Request(server.url("/x")))
        var count = 0
        for try await chunk in response.body {
            count += chunk.count
            if count == 2_000_000 { break }
        }
        await loader.idle()
        #expect(try await start().data(at: server.url("/x")) == bytes)
        #expect(server.requests.last?.fields["Range"] == "bytes=2000000-")
        #expect(try await start().response(for: Request(server.url("/x"))).cacheStatus.isHit)
    }

    @Test(
        arguments: [
            ("max-age=60", [:], true), ("max-age=60, private", [:], false),
            ("max-age=60", ["Authorization": "ann"], false),
            ("max-age=60, public", ["Authorization": "ann"], false),
            ("max-age=60, s-maxage=60", ["Cookie": "a=b"], false),
            ("max-age=60, private=\"set-cookie\"", [:], false),
            ("s-maxage=60", [:], true), ("no-store", [:], false), ("max-age=60, public", [:], true),
        ] as [(String, HTTPFields, Bool)])
    func `one user's answer enters no tier that others see`(
        control: String, fields: HTTPFields, isShared: Bool
    ) async throws {
        server["/x"] = .ok("a", ["Cache-Control": control, "ETag": "\"1\""])
        let own = DictionaryTier()
        let fleet = DictionaryTier(isShared: true)
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        let loader = Loader(cache: TieredCache(memory, own, fleet))
        _ = try await loader.response(for: Request(server.url("/x"), fields: fields)).data()
        #expect(own.keys.count == (control == "no-store" ? 0 : 1))
        #expect(fleet.keys.count == (isShared ? 1 : 0))
    }

    @Test func `a shared cache keeps by the shared rules`() async throws {
        let scene = try LoaderScene(isShared: true)
        scene.server["/private"] = .ok("a", ["Cache-Control": "private, max-age=60"])
        scene.server["/shared"] = .ok("a", ["Cache-Control": "s-maxage=60, max-age=1"])
        for target in ["/private", "/shared"] { _ = try await scene.load(target) }
        scene.wait(30)
        #expect(try await !scene.load("/private").cacheStatus.isHit)
        #expect(try await scene.load("/shared").cacheStatus.isHit)
    }
}
