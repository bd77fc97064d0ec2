import Testing

@testable import Larder

@Suite struct `The mark of a use` {
    @Test(arguments: [(0, 0, false, 0), (7, 5, true, 3), (.max, 0xFF_FFFF, true, 31)])
    func `reads of the clock what was put there`(
        now: UInt32, window: UInt32, followsRecency: Bool, thinning: UInt32
    ) {
        let clock = UseClock(
            now: now, window: window, followsRecency: followsRecency, thinning: thinning)
        #expect(clock.now == now && clock.window == window)
        #expect(clock.followsRecency == followsRecency)
        #expect(clock.notes(0) && clock.notes(1) == (thinning == 0))
        #expect(clock.notes(.max << thinning))
        #expect(UseClock(rawValue: clock.rawValue &+ UseClock.tick).now == now &+ 1)
        #expect(UseClock(rawValue: clock.rawValue &+ UseClock.tick).window == window)
    }

    @Test func `says when an entry in the main queue was used last`() {
        let mark = UseMark(stamp: 5, uses: 7, isOnProbation: false)
        let used = mark.used(at: UseClock(now: 9, window: 100, followsRecency: false))
        #expect(used == UseMark(stamp: 9, uses: 7, isOnProbation: false))
    }

    @Test func `dates a use of the same occasion, and does not count it`() {
        let mark = UseMark(stamp: 5, uses: 1, isOnProbation: true)
        let soon = mark.used(at: UseClock(now: 9, window: 100, followsRecency: false))
        #expect(soon == UseMark(stamp: 9, uses: 1, isOnProbation: true))
        let later = soon.used(at: UseClock(now: 105, window: 100, followsRecency: false))
        #expect(later == UseMark(stamp: 105, uses: 1, isOnProbation: true))
        let late = mark.used(at: UseClock(now: 105, window: 100, followsRecency: false))
        #expect(late == UseMark(stamp: 105, uses: 2, isOnProbation: true))
    }
}
