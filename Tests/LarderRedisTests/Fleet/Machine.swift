import Foundation
import Larder
import LarderTesting

@testable import LarderRedis

/// One machine of a fleet: memory and a disk of its own over an engine that all share.
final class Machine: Sendable {
    let memory = MemoryCache<String, Data>(capacity: .mebibytes(8)) { .bytes($0.count) }
    let disk: DiskCache
    let redis: RedisTier
    let cache: TieredCache
    let loader: Loader
    private let directory: URL

    /// A machine over the engine of `configuration`, which hears of changes over one connection.
    init(_ configuration: RedisConfiguration, clock: ManualClock = ManualClock()) throws {
        var configuration = configuration
        configuration.connections = 1
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-machine-\(UUID().uuidString)")
        disk = try DiskCache(directory: directory, capacity: .mebibytes(32))
        redis = RedisTier(configuration)
        cache = TieredCache(memory, disk, redis)
        var loading = Loader.Configuration(origin: SystemOrigin())
        loading.time = clock.timeSource
        loading.retry = .never
        loader = Loader(cache: cache, configuration: loading)
    }

    deinit {
        // A directory that stays is the system's to sweep.
        try? FileManager.default.removeItem(at: directory)
    }
}

extension Machine {
    /// Has everything that the engine has said before arrive.
    func listen() async throws {
        _ = try await redis.data(forKey: "something else")
    }

    func text(_ url: URL, _ fields: HTTPFields = [:]) async throws -> String {
        let response = try await loader.response(for: Request(url, fields: fields))
        return String(decoding: try await response.data(), as: UTF8.self)
    }
}

extension TestEngine {
    /// Machines that share this engine, and nothing with other tests.
    func fleet(
        of count: Int, clock: ManualClock = ManualClock(), lease: Duration = .seconds(600)
    ) throws -> [Machine] {
        var configuration = configuration()
        configuration.lease = lease
        return try (0..<count).map { _ in try Machine(configuration, clock: clock) }
    }
}
