import LarderTesting
import Testing

@testable import Larder

@Suite struct `The elders of a cache` {
    /// Most of twenty are known after a while, whichever are used, and stamps wrap.
    @Test func `leave the oldest first when there are few`() {
        var random = SeededGenerator(seed: 2)
        var elders = Elders()
        var now = UInt32.max - 400
        var stamps = Dictionary(uniqueKeysWithValues: (0..<20).map { ($0 * 3, now) })
        for step in 0..<2000 {
            now &+= 1
            let used = Int.random(in: 0..<20, using: &random) * 3
            if stamps[used] != nil { stamps[used] = now }
            guard step % 4 == 0 else { continue }
            let oldest = elders.takeOldest(of: 60, now: now) { stamps[$0] }
            let ages = stamps.mapValues { now &- $0 }
            let ranks = ages.values.sorted(by: >)
            #expect(ages[oldest ?? -1].map { ranks.firstIndex(of: $0) ?? 20 } ?? 20 < 10)
            if let oldest { stamps[oldest] = now }
        }
    }

    @Test func `are of the oldest fifth, nearly always`() {
        var elders = Elders()
        let oldest = (0..<400).map { _ in
            elders.takeOldest(of: 10_000, now: 10_000) { UInt32($0) } ?? .max
        }
        #expect(oldest.count { $0 < 2000 } > 350)
    }

    /// Stamps of one unused for ever longer, one just used, and one that is being used.
    @Test(arguments: [1000, 1 << 31, UInt32.max - 0x1_0000])
    func `are those unused for long, however long`(idle: UInt32) {
        for now in [0, 5, idle, .max] {
            let stamps: [Handle: UInt32] = [0: now &- idle, 1: now &- 1, 2: now &+ 3]
            var elders = Elders()
            #expect(elders.takeOldest(of: 3, now: now) { stamps[$0] } == 0)
        }
    }

    @Test func `are none where there is no entry`() {
        var elders = Elders()
        #expect(elders.takeOldest(of: 0, now: 5) { _ in nil } == nil)
        #expect(elders.takeOldest(of: 9, now: 5) { _ in nil } == nil)
    }
}
