/// The entries of one shard: slots in memory of their own, and the index that finds them.
///
/// The slots lie in raw memory and not in an array of optionals, so that a look-up compares a key
/// and marks a use in place: copying a slot out would retain and release all it refers to, which
/// is most of the cost of a hit. A slot is initialized exactly while the index has it.
@usableFromInline
struct SlotTable<Key: Hashable & Sendable, Value: Sendable>: ~Copyable {
    @usableFromInline var index = SlotIndex()
    @usableFromInline var slots: UnsafeMutablePointer<Slot<Key, Value>>
    @usableFromInline var capacity = 0
    /// Slots below this number have been used before.
    @usableFromInline var used = 0
    @usableFromInline var vacant: [UInt32] = []

    @usableFromInline
    init() {
        slots = .allocate(capacity: 0)
    }

    @inlinable
    deinit {
        for number in index.slots { (slots + number).deinitialize(count: 1) }
        slots.deallocate()
    }
}

extension SlotTable {
    /// The number of the slot of `key`.
    @inlinable
    func find(_ key: Key, tag: UInt32) -> Int? {
        index.slot(tagged: tag) { slots[$0].key == key }
    }

    /// Whether `number` is in use.
    @inlinable
    func contains(_ number: Int, tag: UInt32) -> Bool {
        index.slot(tagged: tag) { $0 == number } != nil
    }

    /// Puts in a slot and returns its number.
    @inlinable
    mutating func add(_ slot: Slot<Key, Value>) -> Int {
        let number = vacant.popLast().map(Int.init) ?? makeNumber()
        (slots + number).initialize(to: slot)
        index.insert(number, tag: slot.tag)
        return number
    }

    /// Takes out the slot `number`, which must be in use.
    @inlinable
    mutating func take(_ number: Int) -> Slot<Key, Value> {
        index.remove(number, tag: slots[number].tag)
        vacant.append(UInt32(number))
        return (slots + number).move()
    }

    /// All slots in use and their numbers.
    func entries() -> [(number: Int, slot: Slot<Key, Value>)] {
        index.slots.map { ($0, slots[$0]) }
    }

    /// Grows by an eighth rather than to the double: half the growth of a million entries would
    /// be memory that holds nothing.
    @usableFromInline
    mutating func makeNumber() -> Int {
        if used == capacity {
            let larger = capacity + capacity / 8 + 4
            let memory = UnsafeMutablePointer<Slot<Key, Value>>.allocate(capacity: larger)
            // None is vacant now, so all are initialized.
            memory.moveInitialize(from: slots, count: used)
            slots.deallocate()
            slots = memory
            capacity = larger
        }
        used += 1
        return used - 1
    }
}
