/// A table from 64-bit hashes to places: 16 bytes a slot, at most four in five of them taken.
///
/// Open addressing with linear probing; a removal moves later slots back, so there are no
/// tombstones and a probe ends at the first free slot. One hash has one slot: of two keys with
/// the same hash the later stored one is found, the other is a miss. Where a hash goes depends on
/// a number of this process's own, so no content of a directory can make probes long.
///
/// Doubling keeps it at 20 to 40 bytes an entry. Every operation is O(1) on average.
struct IndexTable: Sendable {
    private struct Slot {
        var hash: UInt64
        var place: UInt64
    }

    private var slots: [Slot] = []
    /// How many slots are taken.
    private(set) var count = 0
    /// The lengths of all records in the table.
    private(set) var recordBytes = 0

    static let seed = UInt64.random(in: .min ... .max) | 1
}

extension IndexTable {
    /// Spreads a hash so that neither its own bits nor who made it decide its place.
    static func spread(_ hash: UInt64) -> UInt64 {
        var mixed = (hash ^ seed) &* seed
        mixed ^= mixed >> 32
        return mixed &* 0x9E37_79B9_7F4A_7C15
    }

    private func home(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: Self.spread(hash) & UInt64(slots.count - 1))
    }

    func find(_ hash: UInt64) -> IndexPlace? {
        guard count > 0 else { return nil }
        return slots.withUnsafeBufferPointer { slots in
            var index = home(hash)
            while slots[index].place != 0 {
                if slots[index].hash == hash { return IndexPlace(word: slots[index].place) }
                index = (index + 1) & (slots.count - 1)
            }
            return nil
        }
    }

    /// Puts `place` under `hash` and returns what was there.
    @discardableResult
    mutating func insert(_ hash: UInt64, _ place: IndexPlace) -> IndexPlace? {
        if (count + 1) * 5 > slots.count * 4 { grow() }
        recordBytes += place.length
        let old = slots.withUnsafeMutableBufferPointer { [home = home(hash)] slots in
            Self.insert(Slot(hash: hash, place: place.word), into: slots, home: home)
        }
        guard let old else {
            count += 1
            return nil
        }
        recordBytes -= old.length
        return old
    }

    private static func insert(
        _ slot: Slot, into slots: UnsafeMutableBufferPointer<Slot>, home: Int
    ) -> IndexPlace? {
        var index = home
        while slots[index].place != 0 {
            if slots[index].hash == slot.hash {
                let old = IndexPlace(word: slots[index].place)
                slots[index].place = slot.place
                return old
            }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index] = slot
        return nil
    }

    /// Removes what is under `hash` and returns it.
    @discardableResult
    mutating func remove(_ hash: UInt64) -> IndexPlace? {
        guard count > 0 else { return nil }
        var index = home(hash)
        while slots[index].place != 0, slots[index].hash != hash {
            index = (index + 1) & (slots.count - 1)
        }
        guard slots[index].place != 0 else { return nil }
        let old = IndexPlace(word: slots[index].place)
        count -= 1
        recordBytes -= old.length
        closeGap(at: index)
        return old
    }

    private mutating func closeGap(at start: Int) {
        let mask = slots.count - 1
        var gap = start
        var index = (start + 1) & mask
        while slots[index].place != 0 {
            // A slot may move back unless that would put it before its home.
            if (index - home(slots[index].hash)) & mask >= (index - gap) & mask {
                slots[gap] = slots[index]
                gap = index
            }
            index = (index + 1) & mask
        }
        slots[gap].place = 0
    }

    private mutating func grow() {
        resize(to: max(16, slots.count * 2))
    }

    private mutating func resize(to size: Int) {
        let old = slots
        slots = Array(repeating: Slot(hash: 0, place: 0), count: size)
        for slot in old where slot.place != 0 {
            let home = home(slot.hash)
            slots.withUnsafeMutableBufferPointer { slots in
                _ = Self.insert(slot, into: slots, home: home)
            }
        }
    }

    mutating func removeAll() {
        self = IndexTable()
    }

    /// Every hash and place, in no order.
    var elements: [(hash: UInt64, place: IndexPlace)] {
        slots.compactMap { $0.place == 0 ? nil : ($0.hash, IndexPlace(word: $0.place)) }
    }

    mutating func removeAll(where isGone: (IndexPlace) -> Bool) {
        for (hash, place) in elements where isGone(place) { remove(hash) }
    }
}
