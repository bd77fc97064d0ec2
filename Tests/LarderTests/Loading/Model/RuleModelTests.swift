import Testing

/// Random requests to a random origin, each compared with what the rules say.
@Suite struct `RFC 9111 The loader against its rules` {
    @Test(arguments: 0..<100)
    func `does what the rules say, whatever comes`(seed: Int) async throws {
        var run = try RuleRun(seed: UInt64(seed))
        for _ in 0..<40 {
            guard try await run.step() else { return }
        }
    }
}
