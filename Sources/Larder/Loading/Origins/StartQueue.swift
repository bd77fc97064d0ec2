/// Which exchanges may run, and which wait for others to end.
///
/// Of those that wait, the most urgent whose host has room starts first, and among equals the
/// one that came first. Pure bookkeeping; starting costs a look at each that waits for a full
/// host.
struct StartQueue<Exchange> {
    private struct Waiting {
        let id: Int
        let host: String
        let priority: LoadPriority
        let exchange: Exchange
    }

    private let limit: Int
    private let hostLimit: Int
    /// Sorted: most urgent first, then in order of arrival.
    private var waiting: [Waiting] = []
    private var running: [String: Int] = [:]
    private var runningCount = 0
    private var multiplexed: Set<String> = []
    private var nextID = 0

    /// The streams that servers commonly allow on one HTTP/2 connection.
    static var streamLimit: Int { 100 }

    /// At most `limit` run at once, and `hostLimit` of them with one host.
    init(limit: Int, hostLimit: Int) {
        self.limit = max(1, limit)
        self.hostLimit = max(1, hostLimit)
    }
}

extension StartQueue {
    var isEmpty: Bool { waiting.isEmpty && runningCount == 0 }

    /// Puts an exchange in the row. The result names it in ``cancel(_:)``.
    mutating func add(_ exchange: Exchange, host: String, priority: LoadPriority) -> Int {
        nextID += 1
        let place = waiting.firstIndex { $0.priority < priority } ?? waiting.count
        let entry = Waiting(id: nextID, host: host, priority: priority, exchange: exchange)
        waiting.insert(entry, at: place)
        return nextID
    }

    /// Takes the next exchange that may start; it counts as running from now on.
    mutating func takeNext() -> Exchange? {
        guard runningCount < limit, let place = waiting.firstIndex(where: { hasRoom($0.host) })
        else { return nil }
        let next = waiting.remove(at: place)
        running[next.host, default: 0] += 1
        runningCount += 1
        return next.exchange
    }

    /// Takes an exchange out of the row; `nil` when it is not in it.
    mutating func cancel(_ id: Int) -> Exchange? {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: place).exchange
    }

    /// Empties the row.
    mutating func cancelAll() -> [Exchange] {
        defer { waiting = [] }
        return waiting.map(\.exchange)
    }

    /// An exchange with `host` has ended.
    mutating func finish(host: String) {
        let left = (running[host] ?? 0) - 1
        running[host] = left > 0 ? left : nil
        runningCount -= 1
    }

    /// `host` takes many exchanges on one connection.
    mutating func noteMultiplexing(_ host: String) {
        multiplexed.insert(host)
    }

    private func hasRoom(_ host: String) -> Bool {
        let limit = multiplexed.contains(host) ? max(hostLimit, Self.streamLimit) : hostLimit
        return running[host, default: 0] < limit
    }
}
