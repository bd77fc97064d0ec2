/// The entries of a cache that were used longest ago, as far as random samples know.
///
/// To know them exactly, each use would have to move its entry. Of a few random entries, with the
/// oldest of those looked at before, the oldest is nearly as good: Redis evicts so.
@usableFromInline
struct Elders: Sendable {
    private var elders: [Elder] = []
    private var seed: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// An entry, and the time of its last use when it was looked at.
    @usableFromInline
    struct Elder: Sendable, Equatable {
        @usableFromInline let handle: Handle
        @usableFromInline let stamp: UInt32

        @usableFromInline
        init(handle: Handle, stamp: UInt32) {
            self.handle = handle
            self.stamp = stamp
        }
    }

    @usableFromInline static let samples = 8
    private static let most = 16
}

extension Elders {
    /// A number below `bound`.
    @usableFromInline
    mutating func random(below bound: Int) -> Int {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        return Int(((seed >> 32) * UInt64(bound)) >> 32)
    }

    /// Remembers `elder`, unless enough older ones are known.
    @usableFromInline
    mutating func add(_ elder: Elder, now: UInt32) {
        let age = now &- elder.stamp
        let place = elders.firstIndex { now &- $0.stamp >= age } ?? elders.count
        guard !elders.contains(elder) else { return }
        elders.insert(elder, at: place)
        if elders.count > Self.most { elders.removeFirst() }
    }

    /// Takes out the oldest. It may have left or been used since.
    @usableFromInline
    mutating func takeOldest() -> Elder? { elders.popLast() }
}
