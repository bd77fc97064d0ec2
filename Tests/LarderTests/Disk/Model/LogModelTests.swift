import Testing

@Suite struct `The protocol of the log` {
    typealias Budget = LogModel.Budget

    static let small: [(processes: Int, budget: Budget)] = [
        (2, Budget(changes: 2, lookUps: 1, keys: 1, handSteps: 1, kinds: [.small])),
        (2, Budget(changes: 2, lookUps: 1, deaths: 0, keys: 1, kinds: [.small, .removal])),
        (2, Budget(changes: 2, lookUps: 2, keys: 1, handSteps: 0, kinds: [.small])),
        (2, Budget(changes: 2, lookUps: 1, deaths: 0, handSteps: 1, kinds: [.small])),
        (3, Budget(changes: 1, lookUps: 2, keys: 1, handSteps: 0, kinds: [.small])),
        (1, Budget(changes: 3, lookUps: 0, deaths: 0, kinds: [.small], syncs: true)),
        (1, Budget(changes: 3, lookUps: 0, keys: 1, kinds: [.large], syncs: true)),
    ]

    static let large: [(processes: Int, budget: Budget)] = [
        (1, Budget(changes: 3, lookUps: 0, syncs: true)),
        (2, Budget(changes: 2, lookUps: 1, keys: 1, handSteps: 1)),
        (2, Budget(changes: 2, lookUps: 2, handSteps: 1, kinds: [.small])),
        (2, Budget(changes: 3, lookUps: 1, keys: 1, kinds: [.small, .removal])),
        (2, Budget(changes: 3, lookUps: 0, keys: 1, kinds: [.small, .large], syncs: true)),
        (3, Budget(changes: 2, lookUps: 2, keys: 1, handSteps: 1, kinds: [.small])),
    ]

    @Test(arguments: Soak.factor == 1 ? small : small + large)
    func `gives nothing old, loses nothing and harms nobody, in any order of steps`(
        processes: Int, budget: Budget
    ) {
        let (states, violation) = explore(LogModel(processes: processes, budget: budget))
        #expect(violation == nil)
        #expect(states > 500)
    }

    @Test(arguments: [
        (LogModel.Flaw.storesHandFirst, 2, Budget(changes: 2, keys: 1, kinds: [.small])),
        (.removesFilesFirst, 2, Budget(changes: 2, keys: 1)),
        (.advancesGenerationFirst, 2, Budget(changes: 2, keys: 1)),
        (.followersKeepQuiet, 2, Budget(changes: 2, keys: 1, handSteps: 0, kinds: [.small])),
        (.unlinksBeforeFlushing, 1, Budget(lookUps: 0, keys: 1, kinds: [.small], syncs: true)),
        (.settlesBeforeFlushing, 1, Budget(lookUps: 0, kinds: [.small], syncs: true)),
        (.passesAfterAppending, 1, Budget(changes: 2, lookUps: 0, deaths: 0, keys: 1)),
    ])
    func `is found out when it has a flaw`(
        flaw: LogModel.Flaw, processes: Int, budget: Budget
    ) {
        let start = LogModel(processes: processes, budget: budget, flaw: flaw)
        #expect(explore(start).violation != nil)
    }

    /// Goes through every state that can be reached; returns how many, or what is wrong.
    private func explore(_ start: LogModel) -> (states: Int, violation: LogModel.Violation?) {
        var known: Set<LogModel> = [start]
        var lost: Set<LogModel.Remains> = []
        var waiting = [start]
        do throws(LogModel.Violation) {
            while let state = waiting.popLast() {
                try check(state, &lost)
                for next in try successors(of: state).map(\.normal)
                where known.insert(next).inserted {
                    waiting.append(next)
                }
            }
            return (known.count, nil)
        } catch {
            return (known.count, error)
        }
    }

    private func successors(of state: LogModel) throws(LogModel.Violation) -> [LogModel] {
        do {
            return try state.successors()
        } catch {
            throw error as? LogModel.Violation ?? LogModel.Violation("\(error)")
        }
    }

    private func check(
        _ state: LogModel, _ lost: inout Set<LogModel.Remains>
    ) throws(LogModel.Violation) {
        let remains = state.remains
        guard lost.insert(remains).inserted else { return }
        do {
            try remains.check()
        } catch {
            throw error as? LogModel.Violation ?? LogModel.Violation("\(error)")
        }
    }
}
