/// A table from 64-bit hashes to places: 18 bytes a slot, at most four in five of them taken.
///
/// Open addressing with linear probing; a removal moves later slots back, so there are no
/// tombstones and a probe ends at the first free slot. One hash has one slot: of two keys with
/// the same hash the later stored one is found, the other is a miss. Where a hash goes depends on
/// a number of this process's own, so no content of a directory can make probes long.
///
/// A spread hash, taken as a fraction of 1, is its home's place in the table (Lemire, "Fast random
/// integer generation in an interval", 2019). So a table may have any number of slots, and they are
/// in the order of their hashes: growing goes through both tables from the front to the back. It
/// grows by half, which keeps it at 22 to 34 bytes an entry. Every operation is O(1) on average.
///
/// Every hash has one of 64 marks, two bits of 16 (Bloom 1970). Beside each slot lie the marks of
/// all whose home it is. A look-up of what is not there ends with them, but for one in fifty: they
/// take a ninth of the memory, so they are nearer to the processor, and it need not guess how long
/// a probe will be.
///
// Safe because whoever has the table is the only one who has its memory.
struct IndexTable: ~Copyable, @unchecked Sendable {
    private struct Slot {
        var hash: UInt64
        /// 0 in a free slot: no record lies in pack 0.
        var place: UInt64
    }

    private var slots = UnsafeMutableBufferPointer<Slot>(start: nil, count: 0)
    /// The marks of all whose home a slot is, for each slot. In one piece with the slots.
    private var marks = UnsafeMutableBufferPointer<UInt16>(start: nil, count: 0)
    /// Whether ``fit()`` is to come: until then every mark is set, since to set many one by one
    /// takes twice the time of all else.
    private var isFilling = false
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

    private func home(_ hash: UInt64) -> Int { home(ofSpread: Self.spread(hash, by: seed)) }

    private func home(ofSpread spread: UInt64) -> Int {
        Int(truncatingIfNeeded: spread.multipliedFullWidth(by: UInt64(slots.count)).high)
    }

    /// A hash's mark, of such bits of its spread as decide neither its home nor the shard it is in.
    @inline(__always)
    private static func mark(ofSpread spread: UInt64) -> UInt16 {
        let bits = UInt16(truncatingIfNeeded: spread >> 8)
        return 1 &<< (bits & 7) | 0x100 &<< (bits >> 3 & 7)
    }

    private func next(_ index: Int) -> Int {
        index + 1 == slots.count ? 0 : index + 1
    }

    /// How many steps it is from slot `start` to slot `end`.
    private func distance(_ start: Int, _ end: Int) -> Int {
        end >= start ? end - start : end - start + slots.count
    }

    /// The slot of `hash`, whose home is `home`, or the free one at which its probe ends. The table
    /// must have slots.
    private func slot(_ hash: UInt64, from home: Int) -> Int {
        var index = home
        while slots[index].place != 0, slots[index].hash != hash { index = next(index) }
        return index
    }

    func find(_ hash: UInt64) -> IndexPlace? {
        find(hash, spread: Self.spread(hash, by: seed))
    }

    /// The same for who knows the `spread` hash already.
    @inline(__always)
    func find(_ hash: UInt64, spread: UInt64) -> IndexPlace? {
        guard count > 0 else { return nil }
        let home = home(ofSpread: spread)
        guard ~marks[home] & Self.mark(ofSpread: spread) == 0 else { return nil }
        let place = slots[slot(hash, from: home)].place
        return place == 0 ? nil : IndexPlace(word: place)
    }

    /// Puts `place` under `hash` and returns what was there.
    @discardableResult
    mutating func insert(_ hash: UInt64, _ place: IndexPlace) -> IndexPlace? {
        if count == limit { resize(to: max(Self.smallest, slots.count + slots.count / 2)) }
        let index = take(hash)
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

    /// The slot of `hash`, or a free one for it, with its mark set.
    private func take(_ hash: UInt64) -> Int {
        let spread = Self.spread(hash, by: seed)
        let home = home(ofSpread: spread)
        if !isFilling { setMark(spread, at: home) }
        return slot(hash, from: home)
    }

    /// Removes what is under `hash` and returns it.
    @discardableResult
    mutating func remove(_ hash: UInt64) -> IndexPlace? {
        guard count > 0 else { return nil }
        let index = slot(hash, from: home(hash))
        guard slots[index].place != 0 else { return nil }
        return removeSlot(index)
    }

    private mutating func removeSlot(_ index: Int) -> IndexPlace {
        let old = slots[index]
        let place = IndexPlace(word: old.place)
        count -= 1
        recordBytes -= place.length
        closeGap(at: index)
        if !isFilling { renewMarks(at: home(old.hash)) }
        return place
    }

    /// Sets the marks of those whose home is slot `home`, who lie between it and a free one.
    private func renewMarks(at home: Int) {
        var known: UInt16 = 0
        var index = home
        while slots[index].place != 0 {
            let spread = Self.spread(slots[index].hash, by: seed)
            if self.home(ofSpread: spread) == home { known |= Self.mark(ofSpread: spread) }
            index = next(index)
        }
        marks[home] = known
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
    /// Makes room for `expected` entries in all, which are to come before ``fit()``.
    mutating func reserve(_ expected: Int) {
        guard expected > limit else { return }
        isFilling = true
        resize(to: max(Self.smallest, expected + expected / 4 + 2))
    }

    /// Gives back what growing would not have taken.
    mutating func fit() {
        let wasFilling = isFilling
        isFilling = false
        let fitting = max(Self.smallest, count + count / 4 + 2)
        if slots.count > fitting + fitting / 2 {
            resize(to: fitting)
        } else if wasFilling {
            setMarks()
        }
    }

    /// Not by `|=`, at which Swift 6.3.1 fails when it compiles for the thread sanitizer.
    private func setMark(_ spread: UInt64, at home: Int) {
        marks[home] = marks[home] | Self.mark(ofSpread: spread)
    }

    /// Sets the marks of all, in their order.
    private func setMarks() {
        marks.update(repeating: 0)
        for taken in slots where taken.place != 0 {
            let spread = Self.spread(taken.hash, by: seed)
            setMark(spread, at: home(ofSpread: spread))
        }
    }

    private mutating func resize(to size: Int) {
        let old = slots
        let slotBytes = size * MemoryLayout<Slot>.stride
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: slotBytes + size * MemoryLayout<UInt16>.stride,
            alignment: MemoryLayout<Slot>.alignment)
        slots = UnsafeMutableRawBufferPointer(rebasing: memory[..<slotBytes])
            .initializeMemory(as: Slot.self, repeating: Slot(hash: 0, place: 0))
        marks = UnsafeMutableRawBufferPointer(rebasing: memory[slotBytes...])
            .initializeMemory(as: UInt16.self, repeating: isFilling ? .max : 0)
        limit = size * 4 / 5
        for taken in old where taken.place != 0 { slots[take(taken.hash)] = taken }
        old.deallocate()
    }
}
