extension LogModel {
    /// One process: what it knows of the log, and where it stands in what it does.
    struct Process: Hashable {
        var isAlive = true
        var hasLock = false
        var index: [Int?]
        var applied = 0
        /// `nil` before it has followed the log.
        var seen: Int?
        var step = Step.idle
        /// The change that it makes.
        var change: Change?

        init(keys: Int) {
            index = Array(repeating: nil, count: keys)
        }
    }

    struct Change: Hashable {
        var kind: Record.Kind
        var key: Int
        var value: Int
        var isSynced: Bool
        var newHand = 0
        var newEnd = 0
        var doomedFiles: Set<Int> = []
        var carried: Set<Int> = []
        /// Where its effect is in the key's history.
        var effect = 0
    }

    struct LookUp: Hashable {
        var key: Int
        var from: Int
        /// The place that did not read.
        var missed: Int?
    }

    enum Step: Hashable {
        case idle
        case compare(LookUp), loadGeneration(LookUp), loadHand(LookUp, Int)
        case loadEnd(LookUp, Int, Int), apply(LookUp, Int, Int, Int)
        case find(LookUp), read(LookUp, Int), open(LookUp, Int)
        case fileMade
        /// The parts of publishing that are still to be done.
        case publish(Int)
    }
}

extension LogModel.Process {
    /// Counts generations from `now` on.
    mutating func forget(_ now: Int) {
        seen = seen.map { $0 - now }
        switch step {
        case .loadHand(let look, let seen): step = .loadHand(look, seen - now)
        case .loadEnd(let look, let seen, let hand): step = .loadEnd(look, seen - now, hand)
        case .apply(let look, let seen, let hand, let end):
            step = .apply(look, seen - now, hand, end)
        default: break
        }
    }
}

// MARK: Looking up

extension LogModel {
    /// Does the next step of `process`, which looks something up.
    mutating func look(_ process: Int) throws {
        switch processes[process].step {
        case .compare(let look):
            let isKnown = processes[process].seen == generation
            processes[process].step = isKnown ? .find(look) : .loadGeneration(look)
        case .loadGeneration(let look): processes[process].step = .loadHand(look, generation)
        case .loadHand(let look, let seen): processes[process].step = .loadEnd(look, seen, hand)
        case .loadEnd(let look, let seen, let hand):
            processes[process].step = .apply(look, seen, hand, end)
        case .apply(let look, let seen, let hand, let end):
            guard try follow(process, seen, hand, end) else {
                processes[process].step = .loadGeneration(look)
                return
            }
            try meet(process, look)
        case .find(let look):
            guard let place = processes[process].index[look.key] else {
                return try finish(process, look, nil)
            }
            processes[process].step = place < hand ? miss(look, place) : .read(look, place)
        case .read(let look, let place):
            guard Self.pack(place) >= firstPack else {
                processes[process].step = miss(look, place)
                return
            }
            let record = records[place]
            guard record.key == look.key, record.kind != .removal else {
                throw Violation("the index led to what is no value of its key")
            }
            guard record.kind == .large else { return try finish(process, look, record.value) }
            processes[process].step = .open(look, place)
        case .open(let look, let place):
            guard files.contains(records[place].value) else {
                processes[process].step = miss(look, place)
                return
            }
            try finish(process, look, records[place].value)
        case .idle, .fileMade, .publish: break
        }
    }

    private func miss(_ look: LookUp, _ place: Int) -> Step {
        .loadGeneration(LookUp(key: look.key, from: look.from, missed: place))
    }

    private mutating func finish(_ process: Int, _ look: LookUp, _ value: Int?) throws {
        processes[process].step = .idle
        try answer(value, look.key, from: look.from)
    }

    /// After following: what still lies where it did not read is damage, or was left by the hand.
    private mutating func meet(_ process: Int, _ look: LookUp) throws {
        guard let missed = look.missed, processes[process].index[look.key] == missed else {
            processes[process].step = .find(look)
            return
        }
        guard missed < hand else { throw Violation("what nobody has damaged does not read") }
        processes[process].index[look.key] = nil
        try finish(process, look, nil)
    }

    /// Takes in the records up to `end`; `false` when a pack was left under way.
    mutating func follow(
        _ process: Int, _ seen: Int, _ hand: Int, _ end: Int, hasLock: Bool = false
    ) throws -> Bool {
        let old = processes[process].applied
        if Self.pack(old) < Self.pack(hand) {
            processes[process].applied = Self.pack(hand) * Self.packLength
            processes[process].index = processes[process].index.map { place in
                place.flatMap { $0 < hand ? nil : $0 }
            }
        }
        while processes[process].applied < end {
            let place = processes[process].applied
            guard Self.pack(place) >= firstPack else {
                guard Self.pack(self.hand) > Self.pack(place) else {
                    throw Violation("a pack of the log is not there")
                }
                return false
            }
            let record = records[place]
            processes[process].index[record.key] = record.kind == .removal ? nil : place
            processes[process].applied += 1
        }
        processes[process].seen = seen
        if isBusy, !hasLock, processes[process].applied > old, flaw != .followersKeepQuiet {
            // Who has published this may never say so.
            generation += 1
            if generation == seen + 1 { processes[process].seen = generation }
        }
        return true
    }
}
