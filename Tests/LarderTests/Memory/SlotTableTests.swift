import LarderTesting
import Testing

@testable import Larder

@Suite struct `A slot table` {
    /// Few different tags make long runs of equal ones; many make the table wrap and shift.
    @Test(arguments: [1, 3, 1 << 20])
    func `finds what a dictionary does`(tags: UInt32) {
        var random = SeededGenerator(seed: UInt64(tags))
        var table = SlotTable<Int, String>()
        var dictionary: [Int: String] = [:]
        for step in 0..<4000 {
            let key = Int.random(in: 0..<120, using: &random)
            let tag = UInt32(truncatingIfNeeded: key &* 0x9E37_79B9) % tags &* (.max / tags)
            if let number = table.find(key, tag: tag) {
                let slot = table.take(number)
                #expect(dictionary.removeValue(forKey: key) == slot.value)
            } else {
                #expect(dictionary.updateValue("\(step)", forKey: key) == nil)
                _ = table.add(slot(key, tag, "\(step)"))
            }
            if step % 100 == 0 {
                let entries = table.entries().map { ($0.slot.key, $0.slot.value) }
                #expect(Dictionary(uniqueKeysWithValues: entries) == dictionary)
            }
        }
    }

    @Test func `uses a number again and no more than it needs`() {
        var table = SlotTable<Int, String>()
        for key in 0..<1000 {
            let number = table.add(slot(key, UInt32(key), "value"))
            #expect(number == 0)
            _ = table.take(number)
        }
    }

    @Test func `releases what it holds when it ends`() {
        weak var watch: Witness?
        do {
            let object = Witness()
            watch = object
            var table = SlotTable<Int, Witness>()
            for key in 0..<9 { _ = table.add(slot(key, 0, object)) }
            _ = table.take(4)
        }
        #expect(watch == nil)
    }

    private final class Witness: Sendable {}

    private func slot<Value: Sendable>(_ key: Int, _ tag: UInt32, _ value: Value) -> Slot<
        Int, Value
    > {
        Slot(
            key: key, tag: tag, value: value, terms: .forever,
            mark: UseMark(stamp: 0, uses: 0, isOnProbation: true), version: SlotVersion(1))
    }
}
