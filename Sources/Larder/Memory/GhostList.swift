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
    /// Places in the ring, counted from 1; 0 is free.
    private var table: [UInt32] = []

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
        _ = take(ghost.fingerprint)
        while span >= limit { forgetOldest() }
        if span == ring.count { grow(to: min(limit, span + span / 4 + 8)) }
        let place = (first + span) % ring.count
        ring[place] = ghost
        span += 1
        weight += Int(ghost.weight)
        enter(place)
    }

    /// Forgets `fingerprint`, and returns whether it was remembered.
    mutating func take(_ fingerprint: UInt32) -> Bool {
        guard let bucket = bucket(of: fingerprint) else { return false }
        let place = Int(table[bucket]) - 1
        weight -= Int(ring[place].weight)
        ring[place] = .blank
        vacate(bucket)
        return true
    }

    /// The ghosts, the oldest first.
    var ghosts: [Ghost] {
        (0..<span).map { ring[(first + $0) % ring.count] }.filter { $0 != .blank }
    }

    private mutating func forgetOldest() {
        let ghost = ring[first]
        if ghost != .blank { _ = take(ghost.fingerprint) }
        first = first + 1 == ring.count ? 0 : first + 1
        span -= 1
    }

    private mutating func grow(to size: Int) {
        let old = (0..<span).map { ring[(first + $0) % ring.count] }
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

    private func bucket(of fingerprint: UInt32) -> Int? {
        guard !table.isEmpty else { return nil }
        var bucket = home(fingerprint)
        while table[bucket] != 0 {
            if ring[Int(table[bucket]) - 1].fingerprint == fingerprint { return bucket }
            bucket = following(bucket)
        }
        return nil
    }

    private mutating func enter(_ place: Int) {
        var bucket = home(ring[place].fingerprint)
        while table[bucket] != 0 { bucket = following(bucket) }
        table[bucket] = UInt32(place + 1)
    }

    /// Frees `bucket` and moves up what had to go past it, so that no search ends too early.
    private mutating func vacate(_ bucket: Int) {
        var hole = bucket
        var next = following(hole)
        while table[next] != 0 {
            let home = home(ring[Int(table[next]) - 1].fingerprint)
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
