import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A manual clock` {
    @Test func `stands still until it is moved`() {
        let clock = ManualClock(wallTime: Date(timeIntervalSince1970: 100))
        let time = clock.timeSource
        #expect(time.uptime() == .zero)
        clock.advance(by: .seconds(5))
        #expect(time.uptime() == .seconds(5))
        #expect(time.now() == Date(timeIntervalSince1970: 105))
    }

    @Test func `lets the wall clock jump without the uptime`() {
        let clock = ManualClock()
        clock.wallTime = Date(timeIntervalSince1970: 50)
        #expect(clock.timeSource.now() == Date(timeIntervalSince1970: 50))
        #expect(clock.timeSource.uptime() == .zero)
    }

    @Test func `wakes sleepers at their deadline and not before`() async throws {
        let clock = ManualClock()
        let hasWoken = Mutex(false)
        let sleeper = Task {
            try await clock.timeSource.sleep(.seconds(10))
            hasWoken.withLock { $0 = true }
        }
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.sleeperCount == 1)
        #expect(!hasWoken.withLock { $0 })
        clock.advance(by: .milliseconds(1))
        try await sleeper.value
        #expect(hasWoken.withLock { $0 })
    }

    @Test func `returns at once from a sleep of no length`() async throws {
        try await ManualClock().timeSource.sleep(.zero)
    }

    @Test func `ends a sleep whose task is cancelled`() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `ends a sleep that begins after the cancellation`() async {
        let clock = ManualClock()
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func `tells when several sleep`() async throws {
        let clock = ManualClock()
        let sleepers = (1...3).map { seconds in
            Task { try await clock.sleep(for: .seconds(seconds)) }
        }
        try await clock.waitForSleepers(3)
        clock.advance(by: .seconds(2))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        for sleeper in sleepers { try await sleeper.value }
    }
}
