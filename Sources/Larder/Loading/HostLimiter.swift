/// Who may connect next: a bounded number of exchanges with each host and in all, the most
/// urgent first, and fair between hosts.
///
/// Pure bookkeeping. Among hosts with a free place the one with the most urgent request waiting
/// is next; among equals the one that was served longest ago. Within a host, urgency and then
/// order of arrival decide. A step is linear in the hosts that wait and in one host's queue.
struct HostLimiter {
    /// Names a request.
    typealias ID = Int

    private struct Waiting {
        let id: ID
        let host: String
        var priority: LoadPriority
    }

    private struct Host {
        var taken = 0
        /// When it was last served.
        var lastTurn = 0
    }

    private let perHost: Int
    private let total: Int
    private var hosts: [String: Host] = [:]
    private var waiting: [Waiting] = []
    private var turn = 0

    /// How many places are taken.
    private(set) var takenCount = 0

    init(perHost: Int, total: Int) {
        self.perHost = max(1, perHost)
        self.total = max(1, total)
    }
}

extension HostLimiter {
    /// Takes a place if one is free. Whoever waits waits for another: it is granted as soon as it
    /// is free.
    mutating func take(host: String) -> Bool {
        guard takenCount < total, hosts[host, default: Host()].taken < perHost else { return false }
        takenCount += 1
        turn += 1
        hosts[host, default: Host()].taken += 1
        hosts[host]?.lastTurn = turn
        return true
    }

    /// Asks for a place. `true` when it is granted at once; otherwise the request waits.
    mutating func enter(_ id: ID, host: String, priority: LoadPriority) -> Bool {
        if take(host: host) { return true }
        waiting.append(Waiting(id: id, host: host, priority: priority))
        return false
    }

    /// Gives a place back. Returns the request that was granted it, if any: no more than one can
    /// be, since without this place none could.
    mutating func leave(host: String) -> ID? {
        guard let taken = hosts[host]?.taken, taken > 0 else { return nil }
        hosts[host]?.taken = taken - 1
        takenCount -= 1
        let next = nextIndex().map { waiting.remove(at: $0) }
        if let next { _ = take(host: next.host) }
        // Turns matter as long as somebody waits.
        if waiting.isEmpty, hosts.contains(where: { $0.value.taken == 0 }) {
            hosts = hosts.filter { $0.value.taken > 0 }
        }
        return next?.id
    }

    /// Takes a waiting request back. `false` when it waits no longer.
    mutating func withdraw(_ id: ID) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Makes a waiting request more urgent.
    mutating func raise(_ id: ID, to priority: LoadPriority) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting[index].priority = max(waiting[index].priority, priority)
    }

    /// The first in line among those whose host has a place: waiting requests are in order of
    /// arrival, so of equals the first wins.
    private func nextIndex() -> Int? {
        var best: Int?
        for (index, request) in waiting.enumerated()
        where hosts[request.host, default: Host()].taken < perHost {
            guard let current = best else {
                best = index
                continue
            }
            if goesBefore(request, waiting[current]) { best = index }
        }
        return best
    }

    private func goesBefore(_ lhs: Waiting, _ rhs: Waiting) -> Bool {
        if lhs.priority != rhs.priority { return lhs.priority > rhs.priority }
        return lhs.host != rhs.host
            && hosts[lhs.host, default: Host()].lastTurn
                < hosts[rhs.host, default: Host()].lastTurn
    }
}
