/// Jobs that wait, most urgent first and first come first served among equals.
///
/// Pure bookkeeping for ``WorkerPool``. Adding, taking, raising and cancelling are amortised O(1);
/// a job that was cancelled or raised leaves its place in the row behind, which is skipped when
/// its turn comes.
struct WorkQueue<Job> {
    typealias ID = Int

    private var jobs: [ID: Job] = [:]
    private var rows = [Row](repeating: Row(), count: LoadPriority.allCases.count)
    private var nextID = 0

    fileprivate struct Row {
        var ids: [ID] = []
        var head = 0
    }
}

extension WorkQueue {
    var count: Int { jobs.count }

    /// Adds `job` and returns the name by which it can be cancelled or raised.
    mutating func add(_ job: Job, priority: LoadPriority) -> ID {
        nextID += 1
        jobs[nextID] = job
        rows[priority.rawValue].ids.append(nextID)
        return nextID
    }

    /// Takes the job that is next, or `nil` when none waits.
    mutating func take() -> Job? {
        for row in rows.indices.reversed() {
            while let id = rows[row].takeFirst() {
                if let job = jobs.removeValue(forKey: id) { return job }
            }
        }
        return nil
    }

    /// Makes job `id` as urgent as `priority`, last among those, unless it is more urgent already
    /// or waits no longer.
    mutating func raise(_ id: ID, to priority: LoadPriority) {
        // Of a job's places the most urgent comes first and takes it.
        if jobs[id] != nil { rows[priority.rawValue].ids.append(id) }
    }

    /// Takes job `id` out of turn; `nil` when it was taken or cancelled already.
    mutating func cancel(_ id: ID) -> Job? {
        jobs.removeValue(forKey: id)
    }
}

extension WorkQueue.Row {
    fileprivate mutating func takeFirst() -> Int? {
        guard head < ids.count else {
            ids.removeAll(keepingCapacity: true)
            head = 0
            return nil
        }
        defer { head += 1 }
        return ids[head]
    }
}
