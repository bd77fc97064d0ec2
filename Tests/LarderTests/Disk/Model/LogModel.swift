/// The protocol of `Docs/DiskFormat.md` as a small machine, to be tried in every order.
///
/// Two records make a pack. Each step is one load or store of a shared word, one read of a record,
/// or what is done under the lock where nobody sees it. A change takes effect when the end is
/// stored. What each key has held since is its history; a look-up may give any value of it that is
/// no older than what was acknowledged or seen when it began.
struct LogModel: Hashable {
    struct Record: Hashable {
        enum Kind: Hashable { case small, large, removal }
        var kind: Kind
        var key: Int
        /// Which store wrote it first; its file has this name.
        var value: Int
        var isSynced = false
        var isBarrier = false
        /// Whether a loss of power leaves it and its file.
        var isDurable = false
    }

    // The disk. Packs go from the front; those before `durablePack` are gone for good.
    var records: [Record] = []
    var firstPack = 0
    var durablePack = 0
    var files: Set<Int> = []

    // The page.
    var end = 0
    var hand = 0
    var generation = 0
    var isBusy = false

    var processes: [Process]

    // What must hold.
    var history: [[Int?]]
    /// From which place of the history on a look-up may answer.
    var floor: [Int]
    /// From which place on a loss of power may leave a key.
    var certain: [Int]

    var budget: Budget
    let flaw: Flaw?

    /// How often each thing may happen.
    struct Budget: Hashable {
        var changes = 3
        var lookUps = 2
        var deaths = 1
        var keys = 2
        var handSteps = 2
        /// What is stored and removed under the first key; under the second, small values are.
        var kinds: [Record.Kind] = [.small, .large, .removal]
        /// Whether stores may be synced.
        var syncs = false
    }

    /// A mistake in the protocol, which the check must find.
    enum Flaw: Hashable, CaseIterable {
        case storesHandFirst, removesFilesFirst, advancesGenerationFirst, followersKeepQuiet
        case unlinksBeforeFlushing, settlesBeforeFlushing, settlesQuietly, passesAfterAppending
    }

    struct Violation: Error, Hashable {
        var text: String

        init(_ text: String) {
            self.text = text
        }
    }

    init(processes: Int, budget: Budget = Budget(), flaw: Flaw? = nil) {
        self.processes = Array(repeating: Process(keys: budget.keys), count: processes)
        history = Array(repeating: [nil], count: budget.keys)
        floor = Array(repeating: 0, count: budget.keys)
        certain = floor
        self.budget = budget
        self.flaw = flaw
    }
}

extension LogModel {
    static let packLength = 2

    static func pack(_ place: Int) -> Int { place / packLength }

    /// Where the log has `key`'s value, be it told by whoever reads all of it.
    func place(of key: Int) -> Int? {
        guard let last = (hand..<end).last(where: { records[$0].key == key }) else { return nil }
        return records[last].kind == .removal ? nil : last
    }

    /// Notes what the page's words have made of each key.
    mutating func noteEffect() throws {
        for key in history.indices {
            let place = place(of: key)
            let value = place.map { records[$0].value }
            if history[key].last != value { history[key].append(value) }
            guard let place else { continue }
            guard Self.pack(place) >= firstPack else { throw Violation("a live pack was removed") }
            if records[place].kind == .large, !files.contains(records[place].value) {
                throw Violation("a live file was removed")
            }
        }
    }

    /// Ends a look-up of `key` that began when `floor` was `from`.
    mutating func answer(_ value: Int?, _ key: Int, from: Int) throws {
        guard
            let place = history[key].indices.first(where: {
                $0 >= from && history[key][$0] == value
            })
        else { throw Violation("\(value.map(String.init) ?? "nothing") is older than was seen") }
        floor[key] = max(floor[key], place)
    }

    /// The same state with the generation counted from now and the processes in an order of their
    /// own: which is which makes no difference.
    var normal: LogModel {
        var normal = self
        for process in processes.indices { normal.processes[process].forget(generation) }
        normal.generation = 0
        normal.processes.sort { $0.hashValue < $1.hashValue }
        return normal
    }

    var lockIsFree: Bool { !processes.contains(where: \.hasLock) }

    /// Clears away what a death has left.
    mutating func settle() {
        if flaw != .settlesQuietly { generation += 1 }
        records.removeSubrange(end...)
        if records.contains(where: \.isSynced), flaw != .settlesBeforeFlushing { makeDurable() }
        firstPack = max(firstPack, Self.pack(hand))
        let live = history.indices.compactMap(place).map { records[$0].value }
        let written = processes.compactMap { $0.isAlive ? $0.change?.value : nil }
        files.formIntersection(live + written)
        isBusy = false
    }
}
