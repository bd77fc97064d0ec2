import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Readers and writers of one URL at once.
@Suite struct `RFC 9111 §4.4 Changes while others read` {
    /// An origin whose content is how often it was changed, for whom, and for which `Accept`.
    private final class CountingOrigin: Origin {
        private let state: Mutex<(random: SeededGenerator, version: Int)>

        init(seed: UInt64) { state = Mutex((SeededGenerator(seed: seed), 0)) }

        func send(_ request: OriginRequest) async throws -> OriginResponse {
            await pause()
            let (version, luck) = state.withLock { state in
                if request.method != .get { state.version += 1 }
                return (state.version, state.random.below(12))
            }
            await pause()
            let who = request.fields["Authorization"] ?? "-"
            let text = "\(version) \(who) \(request.fields["Accept"] ?? "-")"
            var fields: HTTPFields = [
                "Cache-Control": "max-age=60, stale-while-revalidate=60", "ETag": "\"\(text)\"",
                "Vary": "Accept",
            ]
            if luck == 0 { fields["Cache-Control"] = "no-store" }
            if luck == 1 { fields["Cache-Control"] = "max-age=0, stale-while-revalidate=60" }
            if luck == 2 { fields["Content-Location"] = request.url.absoluteString }
            let isKnown = request.fields["If-None-Match"] == fields["ETag"]
            return OriginResponse(
                status: isKnown ? 304 : 200, fields: fields,
                body: Body(Data(isKnown ? "".utf8 : text.utf8)))
        }

        private func pause() async {
            for _ in 0..<state.withLock({ $0.random.below(6) }) { await Task.yield() }
        }
    }

    /// The last version that a change is known to have made.
    private final class Changed: Sendable {
        let version = Mutex(0)
    }

    @Test(arguments: 0..<12)
    func `who asks after a change sees it, and never what is another's`(seed: Int) async throws {
        let folder = TemporaryDirectory()
        let cache: any CacheTier =
            seed.isMultiple(of: 4)
            ? TieredCache(
                MemoryCache(capacity: .mebibytes(1)) { .bytes($0.count) },
                try DiskCache(directory: folder.url, capacity: .mebibytes(8)))
            : DictionaryTier()
        let loader = Loader(
            cache: cache,
            configuration: Loader.Configuration(origin: CountingOrigin(seed: UInt64(seed))))
        let url = try #require(URL(string: "http://a.example/x"))
        let changed = Changed()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<6 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(seed * 10 + caller))
                    for _ in 0..<40 {
                        try await Self.step(loader, url, changed, &random)
                    }
                }
            }
            try await group.waitForAll()
        }
        await loader.idle()
    }

    private static func step(
        _ loader: Loader, _ url: URL, _ changed: Changed,
        _ random: inout SeededGenerator
    ) async throws {
        var request = Request(url, method: random.below(8) == 0 ? .post : .get)
        if random.below(3) == 0 { request.fields["Accept"] = random.pick(["a", "b"]) }
        if random.below(3) == 0 { request.fields["Authorization"] = random.pick(["ann", "bob"]) }
        let least = changed.version.withLock { $0 }
        let response = try await loader.response(for: request)
        let data = try await response.data()
        let words = String(decoding: data, as: UTF8.self).split(separator: " ").map(String.init)
        let version = try #require(words.first.flatMap { Int($0) })
        #expect(version >= least, "\(response.cacheStatus)")
        #expect(words[1] == request.fields["Authorization"] ?? "-")
        #expect(words[2] == request.fields["Accept"] ?? "-")
        if request.method == .post { changed.version.withLock { $0 = max($0, version) } }
    }
}
