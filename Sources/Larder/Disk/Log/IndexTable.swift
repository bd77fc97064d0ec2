/// A table from 64-bit hashes to places: 16 bytes a slot, at most four in five of them taken.
///
/// Open addressing with linear probing; a removal moves later slots back, so there are no
/// tombstones and a probe ends at the first free slot. One hash has one slot: of two keys with
/// the same hash the later stored one is found, the other is a miss. Where a hash goes depends on
/// a number of this process's own, so no content of a directory can make probes long.
///
/// A spread hash, taken as a fraction of 1, is its home's place in the table (Lemire, "Fast random
/// integer generation in an interval", 2019). So a table may have any number of slots, and they are
/// in the order of their hashes: growing goes through both tables from the front to the back. It
/// grows by half, which keeps it at 20 to 30 bytes an entry. Every operation is O(1) on average.
///
// Safe because whoever has the table is the only one who has its memory.
struct IndexTable: ~Copyable, @unchecked Sendable {
    private struct Slot {
        var hash: UInt64
        /// 0 in a free slot: no record lies in pack 0.
        var place: UInt64
    }

    private var slots = UnsafeMutableBufferPointer<Slot>(start: nil, count: 0)
    /// How many entries fit before it grows.
    private var limit = 0
    /// How many slots are taken.
    private(set) var count = 0
    /// The lengths of all records in the table.
    private(set) var recordBytes = 0
    /// At hand, since to ask for a global costs a call.
    private let seed = Self.seed

    static let seed = UInt64.random(in: .min ... .max) | 1

    init() {}

    deinit {
        slots.deallocate()
    }
}

extension IndexTable {
    private static let smallest = 16

    /// Spreads a hash so that neither its own bits nor who made it decide its place.
    static func spread(_ hash: UInt64, by seed: UInt64) -> UInt64 {
        var mixed = (hash ^ seed) &* seed
        mixed ^= mixed >> 32
        return mixed &* 0x9E37_79B9_7F4A_7C15
    }

    private func home(_ hash: UInt64) -> Int {
        let (high, _) = Self.spread(hash, by: seed).multipliedFullWidth(by: UInt64(slots.count))
        return Int(truncatingIfNeeded: high)
    }

    private func next(_ index: Int) -> Int {
        index + 1 == slots.count ? 0 : index + 1
    }

    /// How many steps it is from slot `start` to slot `end`.
    private func distance(_ start: Int, _ end: Int) -> Int {
        end >= start ? end - start : end - start + slots.count
    }

    /// The slot of `hash`, or the free one at which its probe ends. The table must have slots.
    private func slot(_ hash: UInt64) -> Int {
        var index = home(hash)
        while slots[index].place != 0, slots[index].hash != hash { index = next(index) }
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
        if count == limit { resize(to: max(Self.smallest, slots.count + slots.count / 2)) }
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
        var gap = start
        var index = next(start)
        while slots[index].place != 0 {
            // A slot may move back unless that would put it before its home.
            if distance(home(slots[index].hash), index) >= distance(gap, index) {
                slots[gap] = slots[index]
                gap = index
            }
            index = next(index)
        }
        slots[gap].place = 0
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

// MARK: Size

extension IndexTable {
    /// Makes room for `expected` entries in all.
    mutating func reserve(_ expected: Int) {
        guard expected > limit else { return }
        resize(to: max(Self.smallest, expected + expected / 4 + 2))
    }

    /// Gives back what growing would not have taken.
    mutating func fit() {
        let fitting = max(Self.smallest, count + count / 4 + 2)
        if slots.count > fitting + fitting / 2 { resize(to: fitting) }
    }

    private mutating func resize(to size: Int) {
        let old = slots
        slots = .allocate(capacity: size)
        slots.initialize(repeating: Slot(hash: 0, place: 0))
        limit = size * 4 / 5
        for taken in old where taken.place != 0 { slots[slot(taken.hash)] = taken }
        old.deallocate()
    }
}
