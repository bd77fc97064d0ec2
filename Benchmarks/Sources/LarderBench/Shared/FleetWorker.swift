import Foundation
import Larder
import LarderRedis
import LarderTesting

/// One worker of ``SharedFleet``, in a process of its own.
struct FleetWorker {
    private let loader: Loader
    private let order: [URL]

    private static let width = 32

    /// `words`: the engine's port or 0, prefix, directory, the URLs' beginning, how many URLs, how
    /// many requests, a seed.
    init(_ words: [String]) throws {
        let numbers = words.map { Int($0) ?? 0 }
        guard words.count == 7 else { throw BenchEngine.Missing() }
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(32)) { .bytes($0.count) }
        let disk = try DiskCache(
            directory: URL(fileURLWithPath: words[2]), capacity: .mebibytes(64))
        var configuration = RedisConfiguration(endpoint: .host("127.0.0.1", port: numbers[0]))
        configuration.prefix = words[1]
        configuration.deadline = .seconds(20)
        loader = Loader(
            cache: numbers[0] == 0
                ? TieredCache(memory, disk)
                : TieredCache(memory, disk, RedisTier(configuration)))
        var random = SeededGenerator(seed: UInt64(numbers[6]))
        order = (0..<numbers[4]).compactMap { URL(string: words[3] + "\($0)") }
            .zipfDraws(numbers[5]).shuffled(using: &random)
    }

    /// Loads all and returns the seconds that took.
    func run() async throws -> String {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, url) in order.enumerated() {
                if number >= Self.width { try await group.next() }
                group.addTask { [loader] in
                    guard try await loader.data(at: url).count == 20_000 else {
                        throw BenchEngine.Missing()
                    }
                }
            }
            try await group.waitForAll()
        }
        return "\(start.duration(to: .now) / .seconds(1))"
    }
}
