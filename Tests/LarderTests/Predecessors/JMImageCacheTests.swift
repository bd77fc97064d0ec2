import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What JMImageCache offers` {
    private let folder = TemporaryDirectory()

    private func files() throws -> TieredCache {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        return TieredCache(memory, try DiskCache(directory: folder.url, capacity: nil))
    }

    @Test func `a URL's bytes, and a failure that carries its URL and the response's head`()
        async throws
    {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("picture")
        #expect(try await scene.loader.data(at: scene.server.url("/x")) == Data(text: "picture"))
        let missing = scene.server.url("/missing")
        let error = await #expect(throws: LoadError.self) {
            try await scene.loader.data(at: missing)
        }
        #expect(error?.code == .status && error?.url == missing)
        #expect(error?.response?.status == 404)
    }

    @Test func `a key of one's own in place of the URL`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("picture", ["Cache-Control": "max-age=60"])
        let request = Request(scene.server.url("/x"), key: "avatar/42")
        _ = try await scene.loader.response(for: request).data()
        #expect(try await scene.tier.text("avatar/42") == "picture")
        let elsewhere = Request(scene.server.url("/y"), key: "avatar/42")
        let again = try await scene.loader.response(for: elsewhere)
        #expect(again.cacheStatus.isHit && scene.requestCount == 1)
    }

    @Test func `memory alone, memory and disk, and neither without the network`() async throws {
        let files = try files()
        try await files.store(Data(text: "x"), forKey: "a")
        #expect(files.memory["a"] == Data(text: "x"))
        files.memory.removeAll()
        #expect(files.memory["a"] == nil)
        #expect(try await files.text("a") == "x")
        #expect(files.memory["a"] == Data(text: "x"))
        let scene = try LoaderScene()
        await expectError(.notCached) { try await scene.load("/x", policy: .cacheOnly) }
        #expect(scene.requestCount == 0)
    }

    @Test func `storing and removing reach memory and disk`() async throws {
        let files = try files()
        for key in ["a", "b", "c"] { try await files.store(Data(text: key), forKey: key) }
        try await files.remove(forKey: "a")
        #expect(files.memory["a"] == nil)
        #expect(try await files.text("a") == nil)
        try await files.removeAll()
        #expect(files.memory["b"] == nil)
        #expect(try await files.text("b") == nil)
    }

    @Test func `under pressure memory gives back as much as is asked, and the disk has the rest`()
        async throws
    {
        let files = try files()
        for number in 0..<10 {
            try await files.store(Data(count: 10_000), forKey: "\(number)")
        }
        files.memory.trim(to: .bytes(30_000))
        #expect(files.memory.statistics.bytes <= .bytes(30_000))
        #expect(files.memory.statistics.entries > 0)
        for number in 0..<10 { #expect(try await files.data(forKey: "\(number)") != nil) }
    }
}
