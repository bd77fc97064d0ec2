import Dispatch
import Synchronization
import Testing

@testable import Larder

@Suite struct `Work queue` {
    @Test func `takes the most urgent first, equals in order`() {
        var queue = WorkQueue<String>()
        _ = queue.add("first normal", priority: .normal)
        _ = queue.add("low", priority: .low)
        _ = queue.add("second normal", priority: .normal)
        _ = queue.add("highest", priority: .highest)
        let order = (0..<5).map { _ in queue.take() }
        #expect(order == ["highest", "first normal", "second normal", "low", nil])
    }

    @Test func `takes what was raised before what it overtook, and once`() {
        var queue = WorkQueue<String>()
        let first = queue.add("first low", priority: .low)
        let second = queue.add("second low", priority: .low)
        _ = queue.add("normal", priority: .normal)
        queue.raise(second, to: .high)
        queue.raise(first, to: .lowest)
        #expect(queue.count == 3)
        let order = (0..<4).map { _ in queue.take() }
        #expect(order == ["second low", "normal", "first low", nil])
        queue.raise(second, to: .highest)
        #expect(queue.take() == nil)
    }

    @Test func `skips what was cancelled`() {
        var queue = WorkQueue<String>()
        let id = queue.add("left", priority: .normal)
        _ = queue.add("stayed", priority: .normal)
        #expect(queue.cancel(id) == "left")
        #expect(queue.cancel(id) == nil)
        #expect(queue.take() == "stayed")
        #expect(queue.count == 0)
    }
}

@Suite struct `Worker pool` {
    @Test func `returns what the work returns or throws`() async throws {
        let pool = WorkerPool(threads: 2)
        #expect(try await pool.run { 42 } == 42)
        await #expect(throws: LoadError.self) {
            try await pool.run { throw LoadError(.other, "as asked") }
        }
    }

    @Test func `runs no more jobs at once than it has threads`() async throws {
        let pool = WorkerPool(threads: 3)
        let running = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await pool.run {
                        running.enter()
                        running.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...3).contains(running.most))
    }

    @Test(arguments: [false, true])
    func `a job that is raised overtakes those that wait`(beforeItComes: Bool) async throws {
        let pool = WorkerPool(threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let (entered, enter) = AsyncStream<Void>.makeStream()
        async let blocker: Void = pool.run {
            enter.yield()
            gate.wait()
        }
        for await _ in entered { break }
        let order = Order()
        let turns = (0..<3).map { _ in WorkerPool.Turn() }
        if beforeItComes { pool.raise(turns[2], to: .high) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, turn) in turns.enumerated() {
                group.addTask {
                    try await pool.run(priority: .low, turn: turn) {
                        order.add(number)
                    }
                }
            }
            while pool.waitingCount < 3 { await Task.yield() }
            if !beforeItComes { pool.raise(turns[2], to: .high) }
            gate.signal()
            try await group.waitForAll()
        }
        try await blocker
        #expect(order.numbers.first == 2)
    }

    @Test func `a job cancelled while it waits never begins`() async throws {
        let pool = WorkerPool(threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let blocker = Task {
            try await pool.run {
                enter.yield()
                gate.wait()
            }
        }
        for await _ in entered { break }
        let begun = Count()
        let waiting = Task { try await pool.run { begun.enter() } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        gate.signal()
        try await blocker.value
        #expect(begun.most == 0)
    }

    @Test func `work already accepted is done when the pool is released`() async throws {
        let done = try await WorkerPool(threads: 1).run { true }
        #expect(done)
    }
}

/// Numbers in the order of their coming.
private final class Order: Sendable {
    private let state = Mutex<[Int]>([])

    var numbers: [Int] { state.withLock { $0 } }

    func add(_ number: Int) { state.withLock { $0.append(number) } }
}

/// How many are inside, and how many were at most.
private final class Count: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func enter() {
        state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    }

    func leave() {
        state.withLock { $0.now -= 1 }
    }
}
