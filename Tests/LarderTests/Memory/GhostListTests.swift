import LarderTesting
import Testing

@testable import Larder

@Suite struct `A ghost list` {
    @Test(arguments: [1, 2, 3, 8, 40])
    func `remembers what an array of the last departures does`(limit: Int) {
        var random = SeededGenerator(seed: UInt64(limit))
        var list = GhostList()
        var naive: [GhostList.Ghost?] = []
        for _ in 0..<3000 {
            let fingerprint = UInt32.random(in: 0..<60, using: &random)
            if Bool.random(using: &random) {
                let ghost = GhostList.Ghost(
                    fingerprint: fingerprint, weight: .random(in: 1...9, using: &random))
                list.add(ghost, limit: limit)
                naive = naive.map { $0?.fingerprint == fingerprint ? nil : $0 } + [ghost]
                naive = naive.suffix(limit)
            } else {
                let index = naive.firstIndex { $0?.fingerprint == fingerprint }
                #expect(list.take(fingerprint) == (index != nil))
                if let index { naive[index] = nil }
            }
            #expect(list.ghosts == naive.compactMap(\.self))
            #expect(list.weight == naive.reduce(0) { $0 + Int($1?.weight ?? 0) })
        }
    }

    @Test func `forgets down to a limit that shrank`() {
        var list = GhostList()
        for fingerprint in 0..<UInt32(100) {
            list.add(.init(fingerprint: fingerprint, weight: 1), limit: 100)
        }
        list.add(.init(fingerprint: 100, weight: 1), limit: 3)
        #expect(list.ghosts.map(\.fingerprint) == [98, 99, 100])
        #expect(list.weight == 3)
    }

    @Test func `finds fingerprints that crowd at the table's end`() {
        var list = GhostList()
        let crowd = (0..<20).map { UInt32.max - UInt32($0) }
        for fingerprint in crowd { list.add(.init(fingerprint: fingerprint, weight: 1), limit: 64) }
        #expect(crowd.reversed().allSatisfy { list.take($0) })
        #expect(list.weight == 0)
    }
}
