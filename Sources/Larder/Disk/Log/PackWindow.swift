/// The packs that are open, by number.
///
/// At most ``limit`` stay open, since a cache that keeps everything may have thousands; a look-up
/// that holds one reads on when it is closed here.
struct PackWindow: Sendable {
    private var packs: [Pack?] = []
    private var first: UInt32 = 0
    private var openCount = 0

    static let limit = 128
}

extension PackWindow {
    subscript(number: UInt32) -> Pack? {
        guard number >= first, number - first < packs.count else { return nil }
        return packs[Int(number - first)]
    }

    /// Keeps `pack` open. Too far from the others, it is not kept.
    mutating func insert(_ pack: Pack) {
        if packs.isEmpty { first = pack.number }
        if pack.number < first {
            guard first - pack.number < 1 << 21 else { return }
            packs.insert(contentsOf: repeatElement(nil, count: Int(first - pack.number)), at: 0)
            first = pack.number
        }
        let index = Int(pack.number - first)
        guard index < 1 << 21 else { return }
        while packs.count <= index { packs.append(nil) }
        if packs[index] == nil { openCount += 1 }
        packs[index] = pack
        if openCount > Self.limit { closeOne(but: index) }
    }

    private mutating func closeOne(but kept: Int) {
        guard let index = packs.indices.first(where: { $0 != kept && packs[$0] != nil }) else {
            return
        }
        packs[index] = nil
        openCount -= 1
    }

    /// Closes the packs before `number`.
    mutating func removeAll(before number: UInt32) {
        while first < number, let pack = packs.first {
            if pack != nil { openCount -= 1 }
            packs.removeFirst()
            first += 1
        }
    }

    mutating func remove(_ number: UInt32) {
        guard self[number] != nil else { return }
        packs[Int(number - first)] = nil
        openCount -= 1
    }

    mutating func removeAll() {
        self = PackWindow()
    }
}
