// What can happen next.
extension LogModel {
    /// Every state that one step leads to.
    func successors() throws -> [LogModel] {
        var next: [LogModel] = []
        for process in processes.indices {
            try next.append(contentsOf: steps(of: process))
            if processes[process].isAlive, budget.deaths > 0 { next.append(death(of: process)) }
        }
        return next
    }

    private func steps(of process: Int) throws -> [LogModel] {
        var next = self
        guard processes[process].isAlive else { return lockIsFree ? [revived(process)] : [] }
        switch processes[process].step {
        case .idle: return try lookUps(by: process) + changes(by: process)
        case .fileMade:
            guard lockIsFree, let change = processes[process].change else { return [] }
            return try begun(process, change)
        case .publish(let number): try next.publish(process, number)
        default: try next.look(process)
        }
        return [next]
    }

    private func lookUps(by process: Int) -> [LogModel] {
        guard budget.lookUps > 0 else { return [] }
        return history.indices.map { key in
            var next = self
            next.budget.lookUps -= 1
            next.processes[process].step = .compare(LookUp(key: key, from: floor[key]))
            return next
        }
    }

    private func changes(by process: Int) throws -> [LogModel] {
        guard budget.changes > 0 else { return [] }
        var next: [LogModel] = []
        for key in history.indices {
            for kind in key == 0 ? budget.kinds : [.small] {
                for isSynced in budget.syncs ? [false, true] : [false] {
                    let change = Change(
                        kind: kind, key: key, value: budget.changes, isSynced: isSynced)
                    var begun = self
                    begun.budget.changes -= 1
                    if kind == .large {
                        begun.files.insert(change.value)
                        begun.processes[process].change = change
                        begun.processes[process].step = .fileMade
                        next.append(begun)
                    } else if lockIsFree {
                        try next.append(contentsOf: begun.begun(process, change))
                    }
                }
            }
        }
        return next
    }

    private func begun(_ process: Int, _ change: Change) throws -> [LogModel] {
        var next: [LogModel] = []
        for count in 0...min(budget.handSteps, end - hand) {
            for carries in count == 0 ? [false] : [false, true] {
                var begun = self
                begun.budget.handSteps -= count
                try begun.begin(process, change, HandMove(count: count, carries: carries))
                next.append(begun)
            }
        }
        return next
    }

    private func death(of process: Int) -> LogModel {
        var next = self
        next.budget.deaths -= 1
        next.processes[process] = Process(keys: history.count)
        next.processes[process].isAlive = false
        return next
    }

    /// A new process in the place of one that died. Who is alone settles.
    private func revived(_ process: Int) -> LogModel {
        var next = self
        let isAlone = !processes.contains(where: \.isAlive)
        next.processes[process].isAlive = true
        if isAlone { next.settle() }
        return next
    }
}
