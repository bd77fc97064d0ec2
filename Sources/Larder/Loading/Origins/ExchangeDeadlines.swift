/// When an exchange has taken too long, and at which of its parts.
///
/// Pure: it is told what happens and when, in time since an arbitrary moment.
struct ExchangeDeadlines {
    enum Part: Equatable {
        case connect, firstByte, idle, total
    }

    private let limits: Deadlines
    private let askedAt: Duration
    private var startedAt: Duration?
    private var isConnected = false
    private var lastByteAt: Duration?
    private var isPaused = false

    /// An exchange that was asked for at `now`.
    init(_ limits: Deadlines, now: Duration) {
        self.limits = limits
        askedAt = now
    }
}

extension ExchangeDeadlines {
    /// It has left the row of those that wait for a connection.
    mutating func start(_ now: Duration) {
        startedAt = now
    }

    /// Its connection is open.
    mutating func connect() {
        isConnected = true
    }

    /// A part of the response came.
    mutating func progress(_ now: Duration) {
        lastByteAt = now
        isConnected = true
    }

    /// The reader is behind: silence is not the sender's fault.
    mutating func pause() {
        isPaused = true
    }

    /// The reader wants more.
    mutating func resume(_ now: Duration) {
        isPaused = false
        lastByteAt = now
    }

    /// The moment at which the next deadline passes, and which it is.
    var next: (moment: Duration, part: Part)? {
        var next: (moment: Duration, part: Part)?
        func add(_ limit: Duration?, after start: Duration?, _ part: Part) {
            guard let limit, let start else { return }
            let moment = start + limit
            if next.map({ moment < $0.moment }) ?? true { next = (moment, part) }
        }
        add(limits.total, after: askedAt, .total)
        if !isConnected { add(limits.connect, after: startedAt, .connect) }
        if lastByteAt == nil { add(limits.firstByte, after: startedAt, .firstByte) }
        if !isPaused { add(limits.idle, after: lastByteAt, .idle) }
        return next
    }

    /// The deadline that has passed at `now`, if one has.
    func expired(_ now: Duration) -> Part? {
        guard let next, next.moment <= now else { return nil }
        return next.part
    }
}
