/// The entries of a cache that were used longest ago, as far as random samples know.
///
/// To know them exactly, each use would have to move its entry. Of a few random entries, together
/// with the oldest of those met before, the oldest is nearly as good: Redis evicts so.
@usableFromInline
struct Elders: Sendable {
    private var elders: [Elder] = []
    private var seed: UInt64 = 0x9E37_79B9_7F4A_7C15

    private struct Elder {
        let handle: Handle
        var age: UInt32
    }

    @usableFromInline init() {}

    private static let samples = 16
    /// Where few handles are taken, most tries meet none.
    private static let mostTries = 256
    private static let most = 16
}

extension Elders {
    /// Takes out the oldest of all that are known, after meeting a few more.
    ///
    /// - Parameters:
    ///   - places: handles are below this.
    ///   - stamp: the time of the last use of an entry, or `nil` when there is none such.
    @usableFromInline
    mutating func takeOldest(
        of places: Int, now: UInt32, stamp: (Handle) -> UInt32?
    ) -> Handle? {
        var found = 0
        for _ in 0..<Self.mostTries where found < Self.samples {
            let handle = random(below: places)
            guard stamp(handle) != nil else { continue }
            found += 1
            if elders.contains(where: { $0.handle == handle }) { continue }
            elders.append(Elder(handle: handle, age: 0))
        }
        for index in elders.indices.reversed() {
            if let stamp = stamp(elders[index].handle) {
                elders[index].age = Self.age(of: stamp, at: now)
            } else {
                elders.remove(at: index)
            }
        }
        elders.sort { $0.age < $1.age }
        elders.removeFirst(max(elders.count - Self.most - 1, 0))
        return elders.popLast()?.handle
    }

    /// How long ago `stamp` was. Both wrap, and a use that happens at the same time may be dated a
    /// little after `now`.
    private static func age(of stamp: UInt32, at now: UInt32) -> UInt32 {
        let passed = now &- stamp
        return passed > .max - 0xFFFF ? 0 : passed
    }

    private mutating func random(below bound: Int) -> Int {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        return Int(((seed >> 32) * UInt64(bound)) >> 32)
    }
}
