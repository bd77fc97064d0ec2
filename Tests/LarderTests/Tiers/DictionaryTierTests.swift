import LarderTesting
import Testing

@Suite struct `Dictionary tier` {
    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract`(check: CacheTierContract.Check) async throws {
        try await check.run(on: DictionaryTier())
    }
}
