// What a loss of power leaves, and what is made of it.
extension LogModel {
    /// The part of a state that a loss of power and the check after it depend on.
    struct Remains: Hashable {
        var records: [Record]
        var firstPack: Int
        var durablePack: Int
        var files: Set<Int>
        var allowed: [Set<Int?>]
    }

    var remains: Remains {
        let begun = processes.compactMap(\.change)
        let allowed = history.indices.map { key -> Set<Int?> in
            let unseen = records.suffix(from: end).filter { $0.key == key }
            let changes = begun.filter { $0.key == key }
            return Set(
                history[key][certain[key]...]
                    + unseen.map { $0.kind == .removal ? nil : $0.value }
                    + changes.map { $0.kind == .removal ? nil : $0.value })
        }
        return Remains(
            records: records, firstPack: firstPack, durablePack: durablePack, files: files,
            allowed: allowed)
    }
}

extension LogModel.Remains {
    /// Tries every loss of what is not durable.
    func check() throws {
        let volatile = records.indices.filter { !records[$0].isDurable }
        let ghosts = Array(durablePack..<max(durablePack, firstPack))
        for lost in 0..<(1 << volatile.count) {
            for back in 0..<(1 << ghosts.count) {
                let isThere = records.indices.map { place in
                    let pack = LogModel.pack(place)
                    if let ghost = ghosts.firstIndex(of: pack), back >> ghost & 1 == 0 {
                        return false
                    }
                    guard pack >= durablePack else { return false }
                    guard let bit = volatile.firstIndex(of: place) else { return true }
                    return lost >> bit & 1 == 0
                }
                try check(isThere)
            }
        }
    }

    private func check(_ isThere: [Bool]) throws {
        for key in allowed.indices {
            let value = recovered(isThere)[key]
            guard allowed[key].contains(value) else {
                throw LogModel.Violation(
                    "a loss of power left \(value.map(String.init) ?? "nothing")")
            }
        }
    }

    /// What each key has after the log was found again.
    private func recovered(_ isThere: [Bool]) -> [Int?] {
        let barrier = records.indices.last { isThere[$0] && records[$0].isBarrier } ?? -1
        var kept: [Int] = []
        var hasBegun = false
        for place in records.indices {
            if isThere[place] {
                hasBegun = true
                kept.append(place)
            } else if hasBegun {
                // A hole: the log's end, or damage to all that is older.
                if place > barrier { break }
                kept = []
            }
        }
        while let lost = firstLostFile(in: kept, behind: barrier) {
            kept.removeAll { $0 >= lost }
        }
        var values: [Int?] = Array(repeating: nil, count: allowed.count)
        for place in kept {
            values[records[place].key] =
                records[place].kind == .removal ? nil : records[place].value
        }
        return values
    }

    /// The first record behind the barrier that is its key's newest and has lost its file.
    private func firstLostFile(in kept: [Int], behind barrier: Int) -> Int? {
        kept.first { place in
            place > barrier && records[place].kind == .large
                && !files.contains(records[place].value)
                && kept.last { records[$0].key == records[place].key } == place
        }
    }
}
