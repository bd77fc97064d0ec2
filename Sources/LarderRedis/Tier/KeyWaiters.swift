/// Who wants to know when a key, or its lease, changes.
///
/// To wake somebody is to note it for him, which calls nobody, so it may be done under a lock.
struct KeyWaiters {
    private var waiters: [KeyHash: [Int: AsyncStream<Void>.Continuation]] = [:]
    private var lastNumber = 0
}

extension KeyWaiters {
    /// One who waits. A change between two of his waits is not lost.
    struct Waiter: Sendable {
        fileprivate let hash: KeyHash
        fileprivate let number: Int
        let changes: AsyncStream<Void>
    }

    mutating func add(_ hash: KeyHash) -> Waiter {
        let (changes, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        lastNumber += 1
        waiters[hash, default: [:]][lastNumber] = continuation
        return Waiter(hash: hash, number: lastNumber, changes: changes)
    }

    mutating func remove(_ waiter: Waiter) {
        waiters[waiter.hash]?[waiter.number] = nil
        if waiters[waiter.hash]?.isEmpty == true { waiters[waiter.hash] = nil }
    }

    func wake(_ hash: KeyHash) {
        for waiter in (waiters[hash] ?? [:]).values { waiter.yield() }
    }

    func wakeAll() {
        for hash in waiters.keys { wake(hash) }
    }

    var isEmpty: Bool { waiters.isEmpty }
}
