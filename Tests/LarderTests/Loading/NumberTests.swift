import Larder
import LarderTesting
import Testing

@Suite struct `A loader's numbers` {
    private static let changes: [@Sendable (inout Loader.Configuration, Int) -> Void] = [
        { $0.window = .bytes($1) },
        { $0.exchangesPerHost = $1 },
        { $0.exchangesInAll = $1 },
        { $0.bodyLimit = .bytes($1) },
        { $0.retry = RetryPolicy(attempts: $1, budget: $1) },
        { $0.redirection = Redirection(limit: $1) },
        {
            let time = Duration.seconds($1)
            $0.deadlines = Deadlines(connect: time, firstByte: time, idle: time, total: time)
        },
    ]

    /// Whatever they are, no load hangs or traps, and none ends in other bytes.
    @Test(arguments: changes.indices, [Int.min, -1, 0, 1, .max])
    func `may be any`(place: Int, number: Int) async throws {
        let scene = try LoaderScene { Self.changes[place](&$0, number) }
        scene.server["/x"] = .ok("0123456789", ["Cache-Control": "max-age=60"])
        let age = Duration.seconds(number)
        for policy in [CachePolicy.standard, .maxAge(age), .standard] {
            let text = try? await scene.load(policy: policy).text
            #expect(text == "0123456789" || (text == nil && [3, 6].contains(place)))
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1, .max])
    func `of a cache in memory may be any`(number: Int) async throws {
        let cache = MemoryCache<String, ByteCount>(
            capacity: .bytes(number), maximumCount: number, lifetime: .seconds(number)
        ) { $0 }
        for (key, cost) in [("a", 0), ("b", .min), ("c", .max), ("d", 1)] {
            cache[key] = .bytes(cost)
            #expect(cache[key].map { $0 == .bytes(cost) } ?? true)
        }
        cache.trim(to: .bytes(number))
        #expect(cache.statistics.entries <= 3)
    }
}
