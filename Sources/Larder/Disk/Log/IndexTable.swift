/// A table from 64-bit hashes to places: 16 bytes a slot, at most four in five of them taken.
///
/// Open addressing with linear probing; a removal moves later slots back, so there are no
/// tombstones and a probe ends at the first free slot. One hash has one slot: of two keys with
/// the same hash the later stored one is found, the other is a miss. Where a hash goes depends on
/// a number of this process's own, so no content of a directory can make probes long.
///
/// The upper bits of a spread hash are its home, so the slots are in the order of their hashes and
/// doubling goes through both tables from the front to the back. It keeps the table at 20 to 40
/// bytes an entry. Every operation is O(1) on average.
///
// Safe because whoever has the table is the only one who has its memory.
struct IndexTable: ~Copyable, @unchecked Sendable {
    private struct Slot {
        var hash: UInt64
        /// 0 in a free slot: no record lies in pack 0.
        var place: UInt64
    }

    private var slots = UnsafeMutableBufferPointer<Slot>(start: nil, count: 0)
    /// By how many bits a spread hash is moved to become a home.
    private var shift: UInt64 = 64
    /// How many slots are taken.
    private(set) var count = 0
    /// The lengths of all records in the table.
    private(set) var recordBytes = 0

    static let seed = UInt64.random(in: .min ... .max) | 1

    init() {}

    deinit {
        slots.deallocate()
    }
}

extension IndexTable {
    /// Spreads a hash so that neither its own bits nor who made it decide its place.
    static func spread(_ hash: UInt64) -> UInt64 {
        var mixed = (hash ^ seed) &* seed
        mixed ^= mixed >> 32
        return mixed &* 0x9E37_79B9_7F4A_7C15
    }

    private func home(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: Self.spread(hash) >> shift)
    }

    /// The slot of `hash`, or the free one at which its probe ends. The table must have slots.
    private func slot(_ hash: UInt64) -> Int {
        var index = home(hash)
        while slots[index].place != 0, slots[index].hash != hash {
            index = (index + 1) & (slots.count - 1)
        }
        return index
    }

    func find(_ hash: UInt64) -> IndexPlace? {
        guard count > 0 else { return nil }
        let place = slots[slot(hash)].place
        return place == 0 ? nil : IndexPlace(word: place)
    }

    /// Puts `place` under `hash` and returns what was there.
    @discardableResult
    mutating func insert(_ hash: UInt64, _ place: IndexPlace) -> IndexPlace? {
        if (count + 1) * 5 > slots.count * 4 { grow() }
        let index = slot(hash)
        let old = IndexPlace(word: slots[index].place)
        slots[index] = Slot(hash: hash, place: place.word)
        recordBytes += place.length
        guard old.word != 0 else {
            count += 1
            return nil
        }
        recordBytes -= old.length
        return old
    }

    /// Removes what is under `hash` and returns it.
    @discardableResult
    mutating func remove(_ hash: UInt64) -> IndexPlace? {
        guard count > 0 else { return nil }
        let index = slot(hash)
        guard slots[index].place != 0 else { return nil }
        return removeSlot(index)
    }

    private mutating func removeSlot(_ index: Int) -> IndexPlace {
        let old = IndexPlace(word: slots[index].place)
        count -= 1
        recordBytes -= old.length
        closeGap(at: index)
        return old
    }

    private func closeGap(at start: Int) {
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
        let old = slots
        let size = max(16, old.count * 2)
        slots = .allocate(capacity: size)
        slots.initialize(repeating: Slot(hash: 0, place: 0))
        shift = UInt64(64 - size.trailingZeroBitCount)
        for taken in old where taken.place != 0 { slots[slot(taken.hash)] = taken }
        old.deallocate()
    }

    mutating func removeAll() {
        self = IndexTable()
    }

    /// Every hash and place, in no order.
    var elements: [(hash: UInt64, place: IndexPlace)] {
        slots.compactMap { $0.place == 0 ? nil : ($0.hash, IndexPlace(word: $0.place)) }
    }

    mutating func removeAll(where isGone: (IndexPlace) -> Bool) {
        var index = 0
        while index < slots.count {
            let place = slots[index].place
            if place != 0, isGone(IndexPlace(word: place)) {
                // Another may have moved here, and is looked at next.
                _ = removeSlot(index)
            } else {
                index += 1
            }
        }
    }
}
