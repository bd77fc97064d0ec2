import Testing

/// Random requests to a random origin, each compared with what the rules say.
@Suite struct `RFC 9111 The loader against its rules` {
    @Test(arguments: 0..<60)
    func `does what the rules say, whatever comes`(seed: Int) async throws {
        var run = try RuleRun(seed: UInt64(seed))
        for _ in 0..<40 {
            guard try await run.step() else { return }
        }
    }

    @Test(arguments: 0..<10)
    func `does so over memory and disk`(seed: Int) async throws {
        let folder = TemporaryDirectory()
        var run = try RuleRun(seed: UInt64(seed), folder: folder.url)
        for _ in 0..<40 {
            guard try await run.step() else { return }
        }
    }
}
