import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A tier in memory that counts how often it was asked in a way that may wait.
private final class PatientTier: CacheTier {
    let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
    private let waits = Mutex(0)

    var waitCount: Int { waits.withLock { $0 } }

    func entryAtHand(forKey key: String) -> Entry? { memory.entryAtHand(forKey: key) }

    func entry(forKey key: String) -> Entry? {
        waits.withLock { $0 += 1 }
        return memory.entry(forKey: key)
    }

    func attributes(forKey key: String) -> EntryAttributes? {
        memory.attributes(forKey: key)
    }

    func store(_ entry: Entry, forKey key: String) -> EntryVersion? {
        memory.store(entry, forKey: key)
    }

    func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) -> EntryVersion? {
        memory.update(attributes, forKey: key, ifVersion: version)
    }

    func remove(forKey key: String) { memory.remove(forKey: key) }
    func removeAll() { memory.removeAll() }
}

@Suite struct `What is at hand` {
    private let server: ScriptedOrigin
    private let clock = ManualClock(wallTime: testMoment)
    private let tier = PatientTier()
    private let loader: Loader

    init() throws {
        server = try ScriptedOrigin()
        var configuration = Loader.Configuration()
        configuration.time = clock.timeSource
        configuration.retry = .never
        loader = Loader(cache: tier, configuration: configuration)
    }

    private func load(_ target: String, _ fields: HTTPFields = [:]) async throws -> Response {
        let response = try await loader.response(for: Request(server.url(target), fields: fields))
        _ = try await response.data()
        await loader.idle()
        return response
    }

    @Test func `a fresh answer waits for nothing, and tells its age`() async throws {
        server["/a"] = .ok("one", ["Cache-Control": "max-age=60"])
        _ = try await load("/a")
        let waits = tier.waitCount
        for (age, later) in [(0, 0), (0, 0), (7, 7), (7, 0), (59, 52)] {
            clock.advance(by: .seconds(later))
            let answer = try await load("/a")
            #expect(answer.cacheStatus.isHit && answer.fields["Age"] == "\(age)")
        }
        #expect(tier.waitCount == waits)
        clock.advance(by: .seconds(1))
        #expect(try await !load("/a").cacheStatus.isHit)
        #expect(tier.waitCount > waits && server.requests.count == 2)
    }

    @Test func `each of several answers to a URL waits for nothing`() async throws {
        let fields: HTTPFields = ["Cache-Control": "max-age=60", "Vary": "Accept"]
        for type in ["image/webp", "image/png", "image/gif"] {
            server["/a"] = .ok(type, fields)
            _ = try await load("/a", ["Accept": type])
        }
        let waits = tier.waitCount
        for type in ["image/gif", "image/webp", "image/png"] {
            let answer = try await load("/a", ["Accept": type])
            #expect(answer.cacheStatus.isHit)
            #expect(try await answer.data() == Data(type.utf8))
        }
        #expect(tier.waitCount == waits && server.requests.count == 3)
        #expect(try await !load("/a", ["Accept": "text/html"]).cacheStatus.isHit)
    }
}
