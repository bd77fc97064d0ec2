/// The entries of one shard: slots in memory of their own, and the index that finds them.
///
/// The slots lie in raw memory and not in an array of optionals, so that a look-up compares a key
/// and marks a use in place: copying a slot out would retain and release all it refers to, which
/// is most of the cost of a hit. A slot is initialized exactly while the index has it.
///
/// Several threads may read it at once, and while they do, nothing changes but uses' marks and what
/// uses do to deadlines: those are atomic.
@usableFromInline
struct SlotTable<Key: Hashable & Sendable, Value: Sendable>: ~Copyable {
    @usableFromInline var index = SlotIndex()
    @usableFromInline var fronts: UnsafeMutablePointer<SlotFront<Key, Value>>
    @usableFromInline var backs: UnsafeMutablePointer<SlotBack>
    @usableFromInline var capacity = 0
    /// Slots below this number have been used before.
    @usableFromInline var used = 0
    @usableFromInline var vacant: [UInt32] = []

    @usableFromInline
    init() {
        fronts = .allocateLines(capacity: 0)
        backs = .allocateLines(capacity: 0)
    }

    @inlinable
    deinit {
        for number in index.slots {
            (fronts + number).deinitialize(count: 1)
            (backs + number).deinitialize(count: 1)
        }
        fronts.deallocate()
        backs.deallocate()
    }
}

extension SlotTable {
    /// The number of the slot of `key`.
    @inlinable @inline(__always)
    func find(_ key: Key, tag: UInt32) -> Int? {
        index.slot(tagged: tag) { ExactKey.areSame(fronts[$0].key, key) }
    }

    /// Whether `number` is in use.
    @inlinable
    func contains(_ number: Int, tag: UInt32) -> Bool {
        index.slot(tagged: tag) { $0 == number } != nil
    }

    /// Puts in a slot and returns its number.
    @inlinable
    mutating func add(_ slot: consuming Slot<Key, Value>) -> Int {
        let number = vacant.popLast().map(Int.init) ?? makeNumber()
        index.insert(number, tag: slot.tag)
        (backs + number).initialize(to: slot.back)
        (fronts + number).initialize(to: slot.front)
        return number
    }

    /// Takes out the slot `number`, which must be in use.
    @inlinable
    mutating func take(_ number: Int) -> Slot<Key, Value> {
        index.remove(number, tag: backs[number].tag)
        vacant.append(UInt32(number))
        return Slot((fronts + number).move(), (backs + number).move())
    }

    /// A copy of the slot `number`, which must be in use.
    @inlinable
    func slot(_ number: Int) -> Slot<Key, Value> { Slot(fronts[number], backs[number]) }

    /// All slots in use and their numbers.
    func entries() -> [(number: Int, slot: Slot<Key, Value>)] {
        index.slots.map { ($0, slot($0)) }
    }

    /// Takes out all slots.
    mutating func takeAll() -> [Slot<Key, Value>] {
        let all = entries().map(\.slot)
        self = SlotTable()
        return all
    }

    /// Grows by a sixteenth rather than to the double: half the growth of a million entries would
    /// be memory that holds nothing.
    @usableFromInline
    mutating func makeNumber() -> Int {
        if used == capacity {
            // None is vacant now, so all are initialized.
            capacity += capacity / 16 + 4
            fronts = fronts.moved(count: used, toCapacity: capacity)
            backs = backs.moved(count: used, toCapacity: capacity)
        }
        used += 1
        return used - 1
    }
}

extension UnsafeMutablePointer {
    /// Memory for `capacity` elements that begins a cache line: elements of half a line would
    /// otherwise lie across two as often as not.
    fileprivate static func allocateLines(capacity: Int) -> Self {
        let bytes = capacity * MemoryLayout<Pointee>.stride
        return UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            .bindMemory(to: Pointee.self, capacity: capacity)
    }

    /// Moves the first `count` elements to new memory for `capacity`, and frees the old.
    fileprivate func moved(count: Int, toCapacity capacity: Int) -> Self {
        let memory = Self.allocateLines(capacity: capacity)
        memory.moveInitialize(from: self, count: count)
        deallocate()
        return memory
    }
}
