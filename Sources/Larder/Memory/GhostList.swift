/// Remembers the fingerprints of entries that left, in the order they did.
///
/// A ring of fingerprints and weights, and a table with linear probing that finds a fingerprint's
/// place in the ring. One that is taken leaves its place in the ring blank until its turn to be
/// forgotten comes, so nothing is ever moved and the list spans the last `limit` departures.
/// About 14 bytes a ghost. A fingerprint is 32 bits of a keyed hash: among a million ghosts, one
/// key in 4,000 is taken for another, which costs a newcomer a place it did not earn.
struct GhostList: Sendable {
    private var ring: [Ghost] = []
    private var first = 0
    private(set) var span = 0
    /// Places in the ring, counted from 1; 0 is free. The bits that no place needs hold as many of
    /// the fingerprint, so that a search seldom looks at a place that is not the one it is for.
    private var table: [UInt32] = []
    private var placeBits: UInt32 = 0

    /// What all remembered entries weighed together.
    private(set) var weight = 0

    /// A list so short would learn nothing.
    static let leastLimit = 32

    /// An entry that left. A weight of 0 is a blank.
    struct Ghost: Sendable, Equatable {
        let fingerprint: UInt32
        let weight: UInt32

        fileprivate static let blank = Ghost(fingerprint: 0, weight: 0)
    }
}

extension GhostList {
    /// Remembers `ghost`, and forgets the oldest beyond `limit`.
    mutating func add(_ ghost: Ghost, limit: Int) {
        while span >= limit { forgetOldest() }
        if span == ring.count { grow(to: min(limit, span + span / 4 + 8)) }
        var place = first + span
        if place >= ring.count { place -= ring.count }
        ring[place] = ghost
        span += 1
        weight += Int(ghost.weight)
        enter(place)
    }

    /// Forgets `fingerprint`, and returns whether it was remembered.
    mutating func take(_ fingerprint: UInt32) -> Bool {
        guard !table.isEmpty else { return false }
        let bucket = bucket(of: fingerprint)
        guard table[bucket] != 0 else { return false }
        blank(placeIn: table[bucket])
        vacate(bucket)
        return true
    }

    private mutating func blank(placeIn entry: UInt32) {
        let place = place(in: entry)
        weight -= Int(ring[place].weight)
        ring[place] = .blank
    }

    /// The ghosts, the oldest first.
    var ghosts: [Ghost] {
        (0..<span).map { ring[(first + $0) % ring.count] }.filter { $0 != .blank }
    }

    private mutating func forgetOldest() {
        let ghost = ring[first]
        if ghost != .blank {
            let entry = entry(ghost.fingerprint, first)
            var bucket = home(ghost.fingerprint)
            while table[bucket] != entry { bucket = following(bucket) }
            blank(placeIn: entry)
            vacate(bucket)
        }
        first = first + 1 == ring.count ? 0 : first + 1
        span -= 1
    }

    private mutating func grow(to size: Int) {
        let old = (0..<span).map { ring[(first + $0) % ring.count] }
        placeBits = UInt32(Int.bitWidth - size.leadingZeroBitCount)
        ring = []
        ring.reserveCapacity(size)
        ring.append(contentsOf: old)
        ring.append(contentsOf: repeatElement(.blank, count: size - old.count))
        first = 0
        table = [UInt32](repeating: 0, count: size + size / 2 + 1)
        for place in old.indices where old[place] != .blank { enter(place) }
    }
}

// MARK: - The table

extension GhostList {
    private func home(_ fingerprint: UInt32) -> Int {
        Int((UInt64(fingerprint) * UInt64(table.count)) >> 32)
    }

    private func following(_ bucket: Int) -> Int {
        bucket + 1 == table.count ? 0 : bucket + 1
    }

    /// The bucket of `fingerprint`, or the free one that it would have.
    private func bucket(of fingerprint: UInt32) -> Int {
        var bucket = home(fingerprint)
        while table[bucket] != 0 {
            let place = place(in: table[bucket])
            if table[bucket] == entry(fingerprint, place), ring[place].fingerprint == fingerprint {
                break
            }
            bucket = following(bucket)
        }
        return bucket
    }

    private func entry(_ fingerprint: UInt32, _ place: Int) -> UInt32 {
        fingerprint &<< placeBits | UInt32(place + 1)
    }

    private func place(in entry: UInt32) -> Int {
        Int(entry & (1 &<< placeBits &- 1)) - 1
    }

    /// Enters the ghost at `place`, instead of an older one of the same fingerprint.
    private mutating func enter(_ place: Int) {
        let fingerprint = ring[place].fingerprint
        let bucket = bucket(of: fingerprint)
        if table[bucket] != 0 { blank(placeIn: table[bucket]) }
        table[bucket] = entry(fingerprint, place)
    }

    /// Frees `bucket` and moves up what had to go past it, so that no search ends too early.
    private mutating func vacate(_ bucket: Int) {
        var hole = bucket
        var next = following(hole)
        while table[next] != 0 {
            let home = home(ring[place(in: table[next])].fingerprint)
            if distance(home, next) >= distance(hole, next) {
                table[hole] = table[next]
                hole = next
            }
            next = following(next)
        }
        table[hole] = 0
    }

    private func distance(_ from: Int, _ to: Int) -> Int {
        to >= from ? to - from : to - from + table.count
    }
}
