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

    private let perHost: Int
    private let total: Int
    private var active: [String: Int] = [:]
    private var activeCount = 0
    private var waiting: [Waiting] = []
    private var turn = 0
    private var lastTurn: [String: Int] = [:]

    init(perHost: Int, total: Int) {
        self.perHost = max(1, perHost)
        self.total = max(1, total)
    }
}

extension HostLimiter {
    /// Asks for a place. `true` when it is granted at once; otherwise the request waits.
    mutating func enter(_ id: ID, host: String, priority: LoadPriority) -> Bool {
        waiting.append(Waiting(id: id, host: host, priority: priority))
        return grant().contains(id)
    }

    /// Gives a place back. Returns the requests that were granted one.
    mutating func leave(host: String) -> [ID] {
        guard let count = active[host] else { return [] }
        active[host] = count > 1 ? count - 1 : nil
        activeCount -= 1
        return grant()
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

    /// How many places are taken.
    var takenCount: Int { activeCount }

    private mutating func grant() -> [ID] {
        var granted: [ID] = []
        while activeCount < total, let next = nextIndex() {
            let request = waiting.remove(at: next)
            active[request.host, default: 0] += 1
            activeCount += 1
            turn += 1
            lastTurn[request.host] = turn
            granted.append(request.id)
        }
        if waiting.isEmpty { lastTurn = lastTurn.filter { active[$0.key] != nil } }
        return granted
    }

    /// The first in line among those whose host has a place: waiting requests are in order of
    /// arrival, so of equals the first wins.
    private func nextIndex() -> Int? {
        var best: Int?
        for (index, request) in waiting.enumerated()
        where active[request.host, default: 0] < perHost {
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
            && lastTurn[lhs.host, default: 0] < lastTurn[rhs.host, default: 0]
    }
}
