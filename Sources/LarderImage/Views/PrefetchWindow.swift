/// What is to be loaded ahead, in which order, and what of it is under way.
///
/// Pure bookkeeping for ``ImagePrefetcher``. Each method returns what is to be started and what
/// cancelled. At most `limit` items are under way at any moment. What has ended, well or not, is
/// not started again until it has left the window.
struct PrefetchWindow<Item: Hashable> {
    /// Names one load.
    typealias LoadID = Int

    private let limit: Int
    private var row: [Item] = []
    private var wanted: Set<Item> = []
    private var running: [Item: LoadID] = [:]
    private var ended: Set<Item> = []
    private var lastID = 0

    init(limit: Int) {
        self.limit = max(1, limit)
    }
}

extension PrefetchWindow {
    /// What is to be done.
    struct Change {
        var started: [(item: Item, id: LoadID)] = []
        var cancelled: [LoadID] = []
    }

    /// Makes `items` the window, most wanted first. What was under way and is not among them is
    /// cancelled.
    mutating func move(to items: [Item]) -> Change {
        wanted = Set(items)
        row = items
        ended.formIntersection(wanted)
        var change = Change()
        for (item, id) in running where !wanted.contains(item) {
            running[item] = nil
            change.cancelled.append(id)
        }
        change.started = fill()
        return change
    }

    /// Adds `items` at the end of the window.
    mutating func add(_ items: [Item]) -> Change {
        row += items.filter { wanted.insert($0).inserted }
        return Change(started: fill())
    }

    /// Takes `items` out of the window.
    mutating func remove(_ items: [Item]) -> Change {
        let unwanted = Set(items)
        return move(to: row.filter { !unwanted.contains($0) })
    }

    /// Load `id` has ended. One that was cancelled before changes nothing.
    mutating func end(_ item: Item, _ id: LoadID) -> Change {
        guard running[item] == id else { return Change() }
        running[item] = nil
        ended.insert(item)
        return Change(started: fill())
    }

    /// How many loads are under way.
    var runningCount: Int { running.count }

    /// How many items are in the window.
    var count: Int { wanted.count }

    private mutating func fill() -> [(item: Item, id: LoadID)] {
        var started: [(item: Item, id: LoadID)] = []
        for item in row {
            guard running.count < limit else { break }
            guard running[item] == nil, !ended.contains(item) else { continue }
            lastID += 1
            running[item] = lastID
            started.append((item, lastID))
        }
        return started
    }
}
