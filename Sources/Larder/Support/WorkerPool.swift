import Dispatch
import Synchronization

/// A bounded pool of our own threads for work that blocks or computes for long.
///
/// Such work never runs on the cooperative pool, whose few threads every task of the program
/// shares. Threads start when work comes and stay; they end when the pool is released. Jobs
/// that wait are run most urgent first, can be made more urgent, and leave the row when their
/// task is cancelled.
package final class WorkerPool: Sendable {
    private let core: Core

    /// Makes a pool of at most `threads` threads.
    package init(threads: Int) {
        core = Core(limit: max(1, threads))
    }

    deinit {
        core.close()
    }
}

extension WorkerPool {
    /// Runs `work` on a thread of the pool and returns what it returns.
    ///
    /// When the calling task is cancelled before the work has begun, it never begins and
    /// `CancellationError` is thrown. Work that runs is not interrupted: let it look at a flag.
    /// `turn` is for ``raise(_:to:)``, and for this work alone.
    package func run<Value: Sendable>(
        priority: LoadPriority = .normal, turn: Turn = Turn(),
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let job = Job { isCancelled in
                    let result = Result {
                        if isCancelled { throw CancellationError() }
                        return try work()
                    }
                    continuation.resume(with: result)
                }
                core.submit(job, priority: priority, turn)
            }
        } onCancel: {
            core.cancel(turn)
        }
    }

    /// Makes work more urgent that waits, or that is yet to come to the row.
    package func raise(_ turn: Turn, to priority: LoadPriority) {
        core.raise(turn, to: priority)
    }

    /// How many jobs wait for a thread.
    package var waitingCount: Int { core.state.withLock { $0.queue.count } }

    /// Where a job stands, so that a cancellation or a raise finds it whenever it comes.
    package final class Turn: Sendable {
        fileprivate enum Place { case unknown, cancelled, waiting(WorkQueue<Job>.ID) }

        fileprivate struct State {
            var place = Place.unknown
            /// What it was raised to before it came to the row.
            var priority = LoadPriority.lowest
        }

        fileprivate let state = Mutex(State())

        package init() {}
    }
}

extension WorkerPool {
    fileprivate struct Job: Sendable {
        let end: @Sendable (_ isCancelled: Bool) -> Void

        func run() { end(false) }
        func cancel() { end(true) }
    }

    /// What the threads share; it outlives the pool until the last thread has ended.
    fileprivate final class Core: Sendable {
        struct State {
            var queue = WorkQueue<Job>()
            var threads = 0
            var idle = 0
            var isClosed = false
        }

        let limit: Int
        let state = Mutex(State())
        let wake = DispatchSemaphore(value: 0)

        init(limit: Int) {
            self.limit = limit
        }
    }
}

extension WorkerPool.Core {
    func submit(_ job: WorkerPool.Job, priority: LoadPriority, _ turn: WorkerPool.Turn) {
        let action: State.Action? = turn.state.withLock { turn in
            if case .cancelled = turn.place { return nil }
            let priority = max(priority, turn.priority)
            let (id, action) = state.withLock { $0.add(job, priority: priority, limit: limit) }
            turn.place = .waiting(id)
            return action
        }
        switch action {
        case .wakeThread: wake.signal()
        case .startThread: startThread()
        case .leaveToBusyThreads: break
        case nil: job.cancel()
        }
    }

    func cancel(_ turn: WorkerPool.Turn) {
        let job: WorkerPool.Job? = turn.state.withLock { turn in
            defer { turn.place = .cancelled }
            guard case .waiting(let id) = turn.place else { return nil }
            return state.withLock { $0.queue.cancel(id) }
        }
        job?.cancel()
    }

    func raise(_ turn: WorkerPool.Turn, to priority: LoadPriority) {
        turn.state.withLock { turn in
            switch turn.place {
            case .unknown: turn.priority = max(turn.priority, priority)
            case .waiting(let id): state.withLock { $0.queue.raise(id, to: priority) }
            case .cancelled: break
            }
        }
    }

    func close() {
        for _ in 0..<state.withLock({ $0.close() }) { wake.signal() }
    }

    private func startThread() {
        guard !OwnThread.start({ self.work() }) else { return }
        let isAlone = state.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        // With no thread to be had, the caller's own is better than a job that never runs.
        guard isAlone else { return }
        while let job = state.withLock({ $0.queue.take() }) { job.run() }
    }

    private func work() {
        while true {
            while let job = state.withLock({ $0.takeOrRest() }) { job.run() }
            if state.withLock({ $0.isClosed }) { return }
            wake.wait()
        }
    }
}

extension WorkerPool.Core.State {
    fileprivate enum Action { case wakeThread, startThread, leaveToBusyThreads }

    fileprivate mutating func add(
        _ job: WorkerPool.Job, priority: LoadPriority, limit: Int
    ) -> (WorkQueue<WorkerPool.Job>.ID, Action) {
        let id = queue.add(job, priority: priority)
        if idle > 0 {
            idle -= 1
            return (id, .wakeThread)
        }
        guard threads < limit else { return (id, .leaveToBusyThreads) }
        threads += 1
        return (id, .startThread)
    }

    /// The next job for a thread; with none, the thread counts as idle from this moment, so
    /// that a job added right after wakes it.
    fileprivate mutating func takeOrRest() -> WorkerPool.Job? {
        if let job = queue.take() { return job }
        idle += 1
        return nil
    }

    /// Returns how many threads wait to be told.
    fileprivate mutating func close() -> Int {
        isClosed = true
        return idle
    }
}
