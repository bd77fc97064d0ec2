import LarderTesting
import Testing

@testable import Larder

@Suite struct `The elders of a cache` {
    /// Stamps around the clock's wrap.
    @Test func `are the sixteen oldest that were seen, the oldest first`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            var elders = Elders()
            let now = UInt32(50)
            let ages = (0..<30).map { _ in UInt32.random(in: 0..<100, using: &random) }
            for (handle, age) in ages.enumerated() {
                elders.add(Elders.Elder(handle: handle, stamp: now &- age), now: now)
            }
            var taken: [UInt32] = []
            while let elder = elders.takeOldest() { taken.append(now &- elder.stamp) }
            #expect(taken == Array(ages.sorted(by: >).prefix(16)))
        }
    }

    @Test func `hold an entry once for each time of its use`() {
        var elders = Elders()
        for stamp: UInt32 in [1, 1, 2] {
            elders.add(Elders.Elder(handle: 7, stamp: stamp), now: 9)
        }
        #expect(elders.takeOldest()?.stamp == 1)
        #expect(elders.takeOldest()?.stamp == 2)
        #expect(elders.takeOldest() == nil)
    }

    @Test(arguments: [1, 2, 1000])
    func `come from everywhere`(bound: Int) {
        var elders = Elders()
        let numbers = Set((0..<20 * bound).map { _ in elders.random(below: bound) })
        #expect(numbers.count == bound && numbers.allSatisfy((0..<bound).contains))
    }
}
