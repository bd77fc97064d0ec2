/// What one listener has yet to hear.
///
/// Pure bookkeeping under the ``Meter``'s lock. It holds `limit` events; those that come while it
/// is full are counted, and the listener is told the count after them. So nobody who makes an event
/// ever waits for one who hears it.
struct EventQueue: Sendable {
    let id: Int
    private let limit: Int
    private var events: [MonitorEvent] = []
    private var missed = 0
    private var isEnded = false
    private var waiter: CheckedContinuation<Void, Never>?

    init(id: Int, limit: Int) {
        self.id = id
        self.limit = max(1, limit)
    }
}

extension EventQueue {
    /// Takes an event in. Returns who is to be woken, when no lock is held.
    mutating func add(_ event: MonitorEvent) -> CheckedContinuation<Void, Never>? {
        if events.count < limit { events.append(event) } else { missed += 1 }
        return takeWaiter()
    }

    /// What has come, in order.
    mutating func take() -> [MonitorEvent] {
        defer {
            events = []
            missed = 0
        }
        return missed > 0 ? events + [.missed(missed)] : events
    }

    /// Lets `waiter` sleep until something comes. Returns whether it has to.
    mutating func park(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
        guard events.isEmpty, !isEnded else { return false }
        self.waiter = waiter
        return true
    }

    /// The listener's task was cancelled.
    mutating func end() -> CheckedContinuation<Void, Never>? {
        isEnded = true
        return takeWaiter()
    }

    private mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }
}
