import LarderTesting
import Testing

@testable import Larder

@Suite struct IndexTableTests {
    @Test(arguments: 0..<8)
    func `has what a dictionary has, through growth, removals and sweeps`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var table = IndexTable()
        var model: [UInt64: IndexPlace] = [:]
        for step in 1...4_000 {
            // Few hashes, so that they are met again; with all that is large, so that runs wrap.
            let hash = UInt64.random(in: 0..<600, using: &random) &* 0x1_0001_0001_0001
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let place = Self.place(&random)
                #expect(table.insert(hash, place) == model.updateValue(place, forKey: hash))
            case 6..<9: #expect(table.remove(hash) == model.removeValue(forKey: hash))
            default: #expect(table.find(hash) == model[hash])
            }
            if step % 500 == 100 { table.reserve(.random(in: 0..<2_000, using: &random)) }
            if step % 500 == 200 { table.fit() }
            guard step % 500 == 0 else { continue }
            table.removeAll { $0.isLarge }
            model = model.filter { !$0.value.isLarge }
            let found = Dictionary(uniqueKeysWithValues: table.elements.map { ($0.hash, $0.place) })
            #expect(found == model)
            for hash in 0..<600 as Range<UInt64> {
                let hash = hash &* 0x1_0001_0001_0001
                #expect(table.find(hash) == model[hash])
            }
            #expect(table.count == model.count)
            #expect(table.recordBytes == model.values.reduce(0) { $0 + $1.length })
        }
    }

    private static func place(_ random: inout SeededGenerator) -> IndexPlace {
        let address = Address(
            pack: .random(in: 1..<100, using: &random),
            offset: .random(in: 8..<1_000, using: &random) * 8)
        return IndexPlace(
            address, length: .random(in: 10..<1_000, using: &random) * 8,
            isLarge: .random(using: &random))
    }
}
