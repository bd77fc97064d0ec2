import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A monitor` {
    let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
    let first = DictionaryTier()
    let second = DictionaryTier()

    @Test func `counts hits and misses by tier`() async throws {
        let cache = TieredCache(memory, first, second)
        let monitor = Monitor(cache)
        try await second.store(Data("1".utf8), forKey: "low")
        #expect(try await cache.data(forKey: "low") != nil)
        #expect(try await cache.data(forKey: "low") != nil)
        #expect(try await cache.data(forKey: "none") == nil)
        let tiers = monitor.report().tiers
        #expect(tiers.map(\.name) == ["memory", "DictionaryTier", "DictionaryTier2"])
        #expect(tiers.map(\.hits) == [1, 0, 1])
        #expect(tiers.map(\.misses) == [2, 2, 1])
        #expect(tiers[1].lookUpTimes.count == 1, "one look-up in 16 is timed")
        #expect(tiers[0].hitRatio == 1.0 / 3)
    }

    @Test func `a look-up in parts counts once in each tier`() async throws {
        let cache = TieredCache(memory, first)
        let monitor = Monitor(cache)
        try await first.store(Data("1".utf8), forKey: "k")
        #expect(try await cache.reader(forKey: "k") != nil)
        #expect(try await cache.attributes(forKey: "k") != nil)
        #expect(try await cache.attributes(forKey: "none") == nil)
        let tiers = monitor.report().tiers
        #expect(tiers.map(\.hits) == [0, 1])
        #expect(tiers.map(\.misses) == [1, 0])
    }

    @Test func `counts a load that nothing answers as one miss in each tier`() async throws {
        let cache = TieredCache(memory, first)
        let loader = Loader(cache: cache, configuration: .init(origin: OneAnswer()))
        let monitor = Monitor(loader)
        for number in 0..<10 {
            _ = try await loader.data(at: try #require(URL(string: "https://a.example/\(number)")))
        }
        await loader.idle()
        #expect(monitor.report().tiers.map(\.misses) == [10, 10])
    }

    @Test func `sees a tier fail that a loader takes for a miss`() async throws {
        let cache = TieredCache(memory, first)
        let loader = Loader(cache: cache, configuration: .init(origin: OneAnswer()))
        let monitor = Monitor(loader)
        var events = monitor.events().makeAsyncIterator()
        first.fail(with: LoadError(.other, "The disk is full."))
        let url = try #require(URL(string: "https://example.org/x"))
        #expect(try await loader.data(at: url) == Data("x".utf8))
        await loader.idle()
        let failures = monitor.report().tiers[1].failures
        #expect((failures["lookUp"] ?? 0) > 0)
        var tasks: Set<TierTask> = []
        while tasks.isEmpty, let event = await events.next() {
            if case .tierFailed("DictionaryTier", let task, let error) = event {
                tasks.insert(task)
                #expect("\(error)" == "The disk is full.")
            }
        }
        #expect(tasks == [.lookUp])
    }

    @Test func `tells loads by where their answers came from`() async throws {
        let loader = Loader(cache: first, configuration: .init(origin: OneAnswer()))
        let monitor = Monitor(loader)
        var events = monitor.events().makeAsyncIterator()
        let url = try #require(URL(string: "https://example.org/x"))
        for _ in 0..<2 { _ = try await loader.data(at: url) }
        await expectError(.status) { try await loader.data(at: url.appending(path: "404")) }
        await expectError(.notCached) {
            try await loader.data(at: url.appending(path: "y"), cachePolicy: .cacheOnly)
        }
        let report = monitor.report()
        let loads = try #require(report.loads)
        #expect(loads.answerTimes["network"]?.count == 2)
        #expect(loads.cacheAnswers == 1)
        #expect(loads.failures == ["notCached": 1])
        #expect(loads.receivedBytes == 30 && loads.inFlight == 0)
        #expect(report.tiers.map(\.hits) == [1])
        var ended: [String] = []
        while ended.count < 3, let event = await events.next() {
            switch event {
            case .loadAnswered(_, _, let status, let source, _):
                ended.append("\(status) \(source.rawValue)")
            case .loadFailed: ended.append("failed")
            default: continue
            }
        }
        #expect(ended == ["200 network", "404 network", "failed"])
    }

    @Test func `counts exchanges under way`() async throws {
        let scene = try LoaderScene()
        let monitor = Monitor(scene.loader)
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = .ok("abc").held(by: gate)
        async let answer = scene.load()
        try await scene.server.request(1)
        #expect(monitor.report().loads?.inFlight == 1)
        gate.open()
        #expect(try await answer.text == "abc")
        await scene.loader.idle()
        #expect(monitor.report().loads?.inFlight == 0)
    }

    @Test func `tells stale answers and confirmed ones apart`() async throws {
        let scene = try LoaderScene()
        let monitor = Monitor(scene.loader)
        let fields: HTTPFields = ["Cache-Control": "max-age=1, stale-if-error=60", "ETag": "\"1\""]
        scene.server["/x"] = .inTurn(.ok("abc", fields), .status(304), .status(503))
        #expect(try await scene.load().response.source == .network)
        scene.wait(2)
        #expect(try await scene.load().response.source == .validated)
        scene.wait(20)
        #expect(try await scene.load().response.source == .fallback)
        let times = try #require(monitor.report().loads?.answerTimes)
        #expect(times.mapValues(\.count) == ["network": 1, "validated": 1, "fallback": 1])
    }

    @Test func `measures nothing before it is made and after it is gone`() async throws {
        let cache = TieredCache(memory, first)
        _ = try await cache.data(forKey: "a")
        var monitor: Monitor? = Monitor(cache)
        _ = try await cache.data(forKey: "b")
        #expect(monitor?.report().tiers[1].misses == 1)
        monitor = nil
        _ = try await cache.data(forKey: "c")
        #expect(Monitor(cache).report().tiers[1].misses == 1)
    }
}

/// Answers everything with an x; what ends in 404 with that status.
private struct OneAnswer: Origin {
    func send(_ request: OriginRequest) -> OriginResponse {
        let isMissing = request.url.path().hasSuffix("404")
        return OriginResponse(
            status: isMissing ? 404 : 200, fields: ["Cache-Control": "max-age=60"],
            body: Body(Data("x".utf8)), wireBytes: { 15 })
    }
}
