@testable import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A monitor's events` {
    let cache = TieredCache(
        MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }, DictionaryTier())

    @Test func `come in order, to each listener, hits in sums`() async throws {
        let monitor = Monitor(cache)
        try await cache.store(Data("1".utf8), forKey: "k")
        var one = monitor.events().makeAsyncIterator()
        var two = monitor.events().makeAsyncIterator()
        for _ in 0..<3 { _ = try await cache.data(forKey: "k") }
        _ = try await cache.data(forKey: "a")
        _ = try await cache.data(forKey: "b")
        for _ in 0..<2 {
            var seen: [String] = []
            for _ in 0..<3 { seen.append(Self.text(await one.next())) }
            #expect(
                seen == ["memory 3 hits", "DictionaryTier missed a", "DictionaryTier missed b"])
            swap(&one, &two)
        }
        _ = try await cache.data(forKey: "c")
        #expect(Self.text(await one.next()) == "DictionaryTier missed c")
    }

    @Test func `that a slow listener missed are counted where they were`() async throws {
        let monitor = Monitor(cache)
        var events = monitor.events(limit: 2).makeAsyncIterator()
        for number in 0..<10 { _ = try await cache.data(forKey: "\(number)") }
        var seen: [String] = []
        for _ in 0..<3 { seen.append(Self.text(await events.next())) }
        #expect(seen == ["DictionaryTier missed 0", "DictionaryTier missed 1", "missed 8"])
        _ = try await cache.data(forKey: "k")
        #expect(Self.text(await events.next()) == "DictionaryTier missed k")
    }

    @Test func `wake a listener that waits, and end with its task`() async throws {
        let monitor = Monitor(cache)
        let (marks, mark) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var events = monitor.events().makeAsyncIterator()
            var count = 0
            mark.yield()
            while await events.next() != nil {
                count += 1
                mark.yield()
            }
            return count
        }
        var steps = marks.makeAsyncIterator()
        await steps.next()
        _ = try await cache.attributes(forKey: "counts as nothing")
        _ = try await cache.data(forKey: "none")
        await steps.next()
        task.cancel()
        #expect(await task.value == 1)
        #expect(!cache.meter.isHeard)
    }

    @Test func `are not made when nobody listens any more`() async throws {
        let monitor = Monitor(cache)
        #expect(cache.meter.isOn && !cache.meter.isHeard)
        do {
            var events = monitor.events().makeAsyncIterator()
            #expect(cache.meter.isHeard)
            _ = try await cache.data(forKey: "none")
            #expect(await events.next() != nil)
        }
        #expect(!cache.meter.isHeard)
    }

    @Test func `of many threads reach a listener, or are counted as missed`() async throws {
        let monitor = Monitor(cache)
        var events = monitor.events(limit: 50).makeAsyncIterator()
        async let load: Void = withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { [cache] in
                    for _ in 0..<500 { _ = try? await cache.data(forKey: "k") }
                }
            }
        }
        var heard = 0
        while heard < 2000, let event = await events.next() {
            if case .missed(let count) = event { heard += count } else { heard += 1 }
        }
        await load
        #expect(heard == 2000)
    }

    @Test func `tell of damage when a look-up finds it`() async throws {
        let files = FaultyFileSystem()
        let payload = Data.pattern(1, count: 500)
        try await DiskCache.open(on: files).store(payload, forKey: "k")
        for (name, bytes) in files.files {
            guard let range = Data(bytes).firstRange(of: payload) else { continue }
            files.overwrite(
                name, with: bytes.indices.map { $0 == range.lowerBound ? ~bytes[$0] : bytes[$0] })
        }
        let disk = try DiskCache.open(on: files.snapshot())
        let damaged = TieredCache(cache.memory, disk)
        let monitor = Monitor(damaged)
        var events = monitor.events().makeAsyncIterator()
        #expect(try await damaged.data(forKey: "k") == nil)
        #expect(Self.text(await events.next()) == "disk damaged 1")
        #expect(monitor.report().tiers[1].damageFound == 1)
    }

    private static func text(_ event: MonitorEvent?) -> String {
        switch event {
        case .tierHits(let tier, let count): "\(tier) \(count) hits"
        case .tierMissed(let tier, let key): "\(tier) missed \(key)"
        case .missed(let count): "missed \(count)"
        case .damageFound(let tier, let count): "\(tier) damaged \(count)"
        default: "\(String(describing: event))"
        }
    }
}
