import LarderTesting
import Testing

@testable import LarderRedis

@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct RedisTierContractTests {
    private static let engine = Result { try TestEngine() }

    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract`(check: CacheTierContract.Check) async throws {
        try await check.run(on: RedisTier(Self.engine.get().configuration()))
    }

    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract with keyed digests over one connection and a Unix socket`(
        check: CacheTierContract.Check
    ) async throws {
        let engine = try Self.engine.get()
        var configuration = engine.configuration()
        configuration.endpoint = .unixSocket(path: engine.directory + "/socket")
        configuration.digestKey = RedisDigestKey(1, 2)
        configuration.connections = 1
        try await check.run(on: RedisTier(configuration))
    }
}
