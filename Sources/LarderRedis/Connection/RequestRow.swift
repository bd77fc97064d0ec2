/// The requests of one connection that were sent and not answered, in the order of their answers.
///
/// All have the same time to be answered, so those that are late are always the oldest.
struct RequestRow<Ticket> {
    struct Request {
        let ticket: Ticket
        let sentAt: Duration
        /// What is to come, what has come included.
        fileprivate let kinds: [AnswerKind]
        fileprivate(set) var answers: [RESPValue] = []
        fileprivate(set) var isLate = false
    }

    private var requests: [Request] = []
    private var head = 0
    private var late = 0
}

extension RequestRow {
    var isEmpty: Bool { head == requests.count }

    var first: Request? { isEmpty ? nil : requests[head] }

    /// The oldest that is not late.
    var firstInTime: Request? {
        head + late < requests.count ? requests[head + late] : nil
    }

    mutating func append(_ ticket: Ticket, expecting kinds: [AnswerKind], at now: Duration) {
        requests.append(Request(ticket: ticket, sentAt: now, kinds: kinds))
    }

    /// Marks the oldest that is not late, and returns its ticket.
    mutating func markLate() -> Ticket? {
        guard head + late < requests.count else { return nil }
        requests[head + late].isLate = true
        late += 1
        return requests[head + late - 1].ticket
    }

    /// Gives `answer` to the oldest. Returns that request once it has all of its answers.
    ///
    /// `nil` while more are to come; throws when nobody asked, or for something else.
    mutating func answer(_ answer: RESPValue) throws(RESPViolation) -> Request? {
        guard !isEmpty else { throw RESPViolation("an answer that nobody asked for") }
        guard requests[head].kinds[requests[head].answers.count].admits(answer) else {
            throw RESPViolation("an answer of another kind than was asked for")
        }
        requests[head].answers.append(answer)
        guard requests[head].answers.count == requests[head].kinds.count else { return nil }
        let done = requests[head]
        requests[head].answers = []
        head += 1
        if done.isLate { late -= 1 }
        compact()
        return done
    }

    /// Empties the row and returns the tickets of those that were not late.
    mutating func removeAll() -> [Ticket] {
        defer { self = RequestRow() }
        return requests[(head + late)...].map(\.ticket)
    }

    private mutating func compact() {
        if isEmpty {
            requests.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 256, head > requests.count / 2 {
            requests.removeFirst(head)
            head = 0
        }
    }
}
