// Changing the log: under the lock, published word by word.
extension LogModel {
    /// How the hand moves in one change: over how many records, and whether it carries on the
    /// living ones.
    struct HandMove: Hashable {
        var count: Int
        var carries: Bool
    }

    /// Takes the lock, settles, follows, and writes behind the end.
    mutating func begin(_ process: Int, _ change: Change, _ move: HandMove) throws {
        var change = change
        processes[process].hasLock = true
        if isBusy { settle() }
        _ = try follow(process, generation, hand, end, hasLock: true)
        if change.kind == .removal, processes[process].index[change.key] == nil {
            // Nothing to remove is nothing to write.
            processes[process].step = .idle
            processes[process].change = nil
            processes[process].hasLock = false
            return
        }
        isBusy = true
        change.newHand = hand
        if flaw != .passesAfterAppending { moveHand(&change, process, move) }
        if let old = processes[process].index[change.key], records[old].kind == .large {
            change.doomedFiles.insert(records[old].value)
        }
        if change.isSynced { makeDurable() }
        var record = Record(kind: change.kind, key: change.key, value: change.value)
        record.isSynced = change.isSynced
        record.isBarrier = change.isSynced
        record.isDurable = change.isSynced
        records.append(record)
        if flaw == .passesAfterAppending { moveHand(&change, process, move) }
        change.newEnd = records.count
        processes[process].change = change
        processes[process].step = .publish(0)
    }

    private mutating func moveHand(_ change: inout Change, _ process: Int, _ move: HandMove) {
        for _ in 0..<move.count where change.newHand < end {
            pass(&change, process, carrying: move.carries)
        }
    }

    private mutating func pass(_ change: inout Change, _ process: Int, carrying: Bool) {
        let place = change.newHand
        change.newHand += 1
        var record = records[place]
        guard processes[process].index[record.key] == place else { return }
        if carrying {
            record.isBarrier = false
            record.isDurable = false
            records.append(record)
            change.carried.insert(record.value)
        } else if record.kind == .large {
            change.doomedFiles.insert(record.value)
        }
    }

    /// Flushes all that was written.
    mutating func makeDurable() {
        for place in records.indices { records[place].isDurable = true }
        durablePack = firstPack
    }

    private enum Part { case end, hand, generation, files, ready }

    private var parts: [Part] {
        switch flaw {
        case .storesHandFirst: [.hand, .end, .generation, .files, .ready]
        case .removesFilesFirst: [.files, .end, .hand, .generation, .ready]
        case .advancesGenerationFirst: [.generation, .end, .hand, .files, .ready]
        default: [.end, .hand, .generation, .files, .ready]
        }
    }

    /// Does the next part of publishing.
    mutating func publish(_ process: Int, _ number: Int) throws {
        guard var change = processes[process].change else { return }
        switch parts[number] {
        case .end:
            end = change.newEnd
            try noteEffect()
            let value = change.kind == .removal ? nil : change.value
            guard place(of: change.key).map({ records[$0].value }) == value else {
                throw Violation("a change was undone as it took effect")
            }
            change.effect = history[change.key].count - 1
        case .hand:
            let values = history.map(\.last)
            hand = change.newHand
            try noteEffect()
            for (old, new) in zip(values, history.map(\.last)) where old != new {
                guard let old, let value = old, !change.carried.contains(value) else {
                    throw Violation("the hand dropped what it carries")
                }
            }
        case .generation:
            generation += 1
            _ = try follow(process, generation, hand, end, hasLock: true)
        case .files: try removeFiles(change)
        case .ready:
            isBusy = false
            processes[process].hasLock = false
            floor[change.key] = max(floor[change.key], change.effect)
            if change.isSynced { certain[change.key] = max(certain[change.key], change.effect) }
            processes[process].change = nil
            processes[process].step = .idle
            return
        }
        processes[process].change = change
        processes[process].step = .publish(number + 1)
    }

    private mutating func removeFiles(_ change: Change) throws {
        let pack = Self.pack(change.newHand)
        let isMoving = pack > firstPack || !change.doomedFiles.isEmpty
        let hasSynced = records.prefix(change.newEnd).contains { $0.isSynced }
        if isMoving, hasSynced, flaw != .unlinksBeforeFlushing { makeDurable() }
        firstPack = max(firstPack, pack)
        files.subtract(change.doomedFiles)
        try noteEffect()
    }
}
