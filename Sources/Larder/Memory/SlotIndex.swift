/// Finds the slots whose keys may equal a key, by 32 bits of its hash.
///
/// Open addressing with linear probing, at most three quarters full. A bucket holds the tag and
/// the slot in eight bytes, so a search rarely leaves one cache line and looks at a slot only
/// when the tag agrees. Buckets are chosen by multiplying rather than masking: the table can grow
/// by a third at a time, and its spare room stays small. They lie in raw memory: an array would
/// have a search read its header too, one more cache line for each shard.
@usableFromInline
struct SlotIndex: ~Copyable {
    @usableFromInline var buckets: UnsafeMutablePointer<Bucket>
    @usableFromInline var capacity = 0
    private var count = 0

    @usableFromInline
    init() {
        buckets = .allocate(capacity: 0)
    }

    @usableFromInline
    deinit {
        buckets.deallocate()
    }

    /// A tag and a slot counted from 1; 0 is free.
    @usableFromInline
    struct Bucket: Sendable, Equatable {
        @usableFromInline let tag: UInt32
        @usableFromInline let slotPlusOne: UInt32

        fileprivate static let free = Bucket(tag: 0, slotPlusOne: 0)

        @usableFromInline
        init(tag: UInt32, slotPlusOne: UInt32) {
            self.tag = tag
            self.slotPlusOne = slotPlusOne
        }
    }
}

extension SlotIndex {
    @inlinable @inline(__always)
    func home(of tag: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(tag) &* UInt64(capacity)) &>> 32)
    }

    /// The slot under `tag` that `isMatch` accepts.
    @inlinable @inline(__always)
    func slot(tagged tag: UInt32, where isMatch: (Int) -> Bool) -> Int? {
        guard capacity > 0 else { return nil }
        var place = home(of: tag)
        while true {
            let bucket = buckets[place]
            if bucket.slotPlusOne == 0 { return nil }
            let slot = Int(bucket.slotPlusOne) &- 1
            if bucket.tag == tag, isMatch(slot) { return slot }
            place = place &+ 1 == capacity ? 0 : place &+ 1
        }
    }

    /// Enters `slot`, which must not be here yet.
    @usableFromInline
    mutating func insert(_ slot: Int, tag: UInt32) {
        if (count + 1) * 4 > capacity * 3 { grow() }
        count += 1
        place(Bucket(tag: tag, slotPlusOne: UInt32(slot + 1)))
    }

    /// Takes out `slot`, which must be here.
    @usableFromInline
    mutating func remove(_ slot: Int, tag: UInt32) {
        let bucket = Bucket(tag: tag, slotPlusOne: UInt32(slot + 1))
        var hole = home(of: tag)
        while buckets[hole] != bucket { hole = following(hole) }
        count -= 1
        var next = following(hole)
        // Moves up what had to go past the hole, so that no search ends too early.
        while buckets[next] != .free {
            let home = home(of: buckets[next].tag)
            if distance(home, next) >= distance(hole, next) {
                buckets[hole] = buckets[next]
                hole = next
            }
            next = following(next)
        }
        buckets[hole] = .free
    }

    /// The slots that are entered, in no order.
    @usableFromInline var slots: [Int] {
        UnsafeBufferPointer(start: buckets, count: capacity).compactMap {
            $0 == .free ? nil : Int($0.slotPlusOne) - 1
        }
    }

    private mutating func place(_ bucket: Bucket) {
        var place = home(of: bucket.tag)
        while buckets[place] != .free { place = following(place) }
        buckets[place] = bucket
    }

    private mutating func grow() {
        let old = UnsafeMutableBufferPointer(start: buckets, count: capacity)
        capacity += capacity / 3 + 4
        buckets = .allocate(capacity: capacity)
        buckets.initialize(repeating: .free, count: capacity)
        for bucket in old where bucket != .free { place(bucket) }
        old.deallocate()
    }

    private func following(_ place: Int) -> Int {
        place + 1 == capacity ? 0 : place + 1
    }

    private func distance(_ from: Int, _ to: Int) -> Int {
        to >= from ? to - from : to - from + capacity
    }
}
