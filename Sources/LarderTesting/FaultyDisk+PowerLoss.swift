import Larder

/// What a loss of power leaves.
extension FaultyDisk.State {
    func afterPowerLoss(seed: UInt64) -> FaultyDisk.State {
        var random = SeededGenerator(seed: seed)
        var state = FaultyDisk.State()
        state.boot = boot + 1
        state.directories = directories
        state.path = path
        state.nextNumber = nextNumber
        state.names = survivingNames(&random)
        state.inodes[0] = FaultyDisk.Inode()
        let old = inodes.values.flatMap(\.bytes)
        for number in Set(state.names.values) {
            guard let inode = inodes[number] else { continue }
            var survivor = FaultyDisk.Inode()
            survivor.content = survivingContent(of: inode, old, &random)
            survivor.durable = survivor.content
            state.inodes[number] = survivor
        }
        state.durableNames = state.names
        return state
    }

    /// The names that were durable, with any of the later changes to each.
    private func survivingNames(_ random: inout SeededGenerator) -> [String: Int] {
        var names = durableNames
        // Most losses come early or late; each of these is as likely as an arbitrary one.
        let odds = random.odds()
        for change in nameChanges where random.isTrue(odds) {
            switch change {
            case .add(let name, let number): names[name] = number
            case .remove(let name): names[name] = nil
            }
        }
        return names
    }

    private func survivingContent(
        of inode: FaultyDisk.Inode, _ old: [UInt8], _ random: inout SeededGenerator
    ) -> [UInt8] {
        var survivor = FaultyDisk.Inode()
        survivor.content = inode.durable
        let odds = random.odds()
        for change in inode.changes { survive(change, odds, old, &random, &survivor) }
        if inode.page != nil {
            let bytes = inode.bytes
            survive(.write(at: 0, bytes), odds, old, &random, &survivor)
            survivor.content = Array(survivor.content.prefix(bytes.count))
        }
        return survivor.content
    }

    private func survive(
        _ change: FaultyDisk.Change, _ odds: Int, _ old: [UInt8], _ random: inout SeededGenerator,
        _ survivor: inout FaultyDisk.Inode
    ) {
        guard case .write(let offset, let bytes) = change else {
            if random.isTrue(odds) { survivor.apply(change) }
            return
        }
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, ((offset + start) / 512 + 1) * 512 - offset)
            if random.isTrue(odds) {
                survivor.apply(.write(at: offset + start, Array(bytes[start..<end])))
            } else if random.isTrue(1), survivor.content.count < offset + start {
                // The file has grown, its data has not come: the blocks still hold what they held.
                let stale = random.below(max(1, old.count - (end - start)))
                survivor.apply(.write(at: offset + start, Array(old[stale...].prefix(end - start))))
            }
            start = end
        }
    }
}

extension SeededGenerator {
    /// How likely something survives, in eighths.
    fileprivate mutating func odds() -> Int { [0, 1, 4, 7, 8][below(5)] }

    fileprivate mutating func isTrue(_ eighths: Int) -> Bool { below(8) < eighths }
}
