import LarderTesting
import Testing

@testable import LarderRedis

@Suite struct BreakerTests {
    private var breaker = Breaker(threshold: 3, pauses: .seconds(1)...(.seconds(4)))
    private var random = SeededGenerator(seed: 1)

    @Test mutating func `it opens after failures in a row, not after as many in between`() {
        for _ in 0..<5 {
            expect(fail(), false)
            expect(fail(), false)
            breaker.succeed()
        }
        expect(breaker.admits(at: .zero), true)
        for isOpened in [false, false, true] {
            expect(fail(), isOpened)
        }
        expect(breaker.admits(at: .milliseconds(499)), false)
    }

    @Test mutating func `a final failure opens it at once`() {
        expect(fail(final: true), true)
        #expect(!breaker.isClosed)
    }

    @Test mutating func `half-open, it lets one through`() {
        _ = fail(final: true)
        expect(breaker.admits(at: .seconds(1)), true)
        expect(breaker.admits(at: .seconds(1)), false)
        breaker.close()
        for _ in 0..<2 { expect(breaker.admits(at: .seconds(1)), true) }
    }

    @Test mutating func `each pause is up to twice the last, none longer than the longest`() throws
    {
        var now = Duration.zero
        for longest in [1, 2, 4, 4] {
            _ = fail(at: now, final: true)
            let pause = try #require(breaker.end) - now
            #expect(pause <= .seconds(longest) && pause >= .milliseconds(500 * longest))
            now = now + pause
            expect(breaker.admits(at: now), true)
        }
        breaker.succeed()
        _ = fail(at: now, final: true)
        #expect(try #require(breaker.end) - now <= .seconds(1))
    }

    @Test mutating func `one that lets callers in and fails them is left alone again at once`() {
        for _ in 0..<3 { _ = fail() }
        expect(breaker.admits(at: .seconds(1)), true)
        breaker.close()
        expect(fail(at: .seconds(1)), true)
    }
}

extension BreakerTests {
    private mutating func fail(at now: Duration = .zero, final isFinal: Bool = false) -> Bool {
        breaker.fail(at: now, final: isFinal, using: &random)
    }

    /// What changes the breaker cannot stand inside of `#expect`.
    private func expect(
        _ found: Bool, _ expected: Bool, location: SourceLocation = #_sourceLocation
    ) {
        #expect(found == expected, sourceLocation: location)
    }
}
