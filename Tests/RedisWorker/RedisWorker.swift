import Foundation
import Larder
import LarderRedis

/// One worker of a fleet, as a process of its own: it loads URLs, many at once, and says how long
/// the slowest took.
///
/// Arguments: the engine's port, the prefix, the lease in seconds, a directory, the URLs'
/// beginning, how many URLs, how many requests, the worker's number. It begins when its input ends.
@main struct RedisWorker {
    /// How many requests are under way at once: no worker holds more leases.
    static let width = 32

    static func main() async throws {
        let words = CommandLine.arguments
        let numbers = words.map { Int($0) ?? 0 }
        guard words.count == 9 else { exit(64) }
        var configuration = RedisConfiguration(endpoint: .host("127.0.0.1", port: numbers[1]))
        configuration.prefix = words[2]
        configuration.lease = .seconds(numbers[3])
        // A busy machine must not look like an engine that is gone.
        configuration.deadline = .seconds(20)
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(16)) { .bytes($0.count) }
        let disk = try DiskCache(
            directory: URL(filePath: words[4]), capacity: .mebibytes(64))
        let loader = Loader(cache: TieredCache(memory, disk, RedisTier(configuration)))
        let urls = (0..<numbers[6]).compactMap { URL(string: words[5] + "\($0)") }
        print("ready")
        fflush(nil)
        while readLine() != nil {}
        let order = (0..<numbers[7]).map { urls[$0 % urls.count] }.shuffled()
        print("over", try await load(order, through: loader, as: words[8]))
    }

    /// Loads all of `urls` and returns the milliseconds that the slowest took.
    private static func load(
        _ urls: [URL], through loader: Loader, as name: String
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Duration.self) { group in
            var longest = Duration.zero
            for (number, url) in urls.enumerated() {
                if number >= width, let time = try await group.next() {
                    longest = max(longest, time)
                }
                group.addTask {
                    let start = ContinuousClock.now
                    let request = Request(url, fields: ["X-Worker": name])
                    let body = try await loader.response(for: request).data()
                    guard body.count == 20_000 else { exit(3) }
                    return start.duration(to: .now)
                }
            }
            for try await time in group { longest = max(longest, time) }
            return Int(longest / .milliseconds(1))
        }
    }
}
