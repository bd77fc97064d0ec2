import Synchronization

/// Following what others have appended.
///
/// The index is right when it has taken in every record from the hand to the end, in order. A
/// record that the hand has passed is dead, so places before the hand may stay in the index
/// until somebody meets them.
extension DiskLog {
    /// Follows the log if it has changed since it was last followed.
    func catchUp() throws {
        if control.generation == seen.load(ordering: .acquiring) { return }
        try follow()
    }

    /// Follows the log to its end, whatever the generation says.
    func follow() throws {
        try checkIsThere()
        let isKnown = try reading.withLock { state in
            do throws(Errno) {
                return try follow(&state)
            } catch {
                throw failure(error, "Reading the log")
            }
        }
        // Nobody but a writer may mend the control page.
        if !isKnown, !isReadOnly { try change { _ in } }
    }

    /// Returns `false` when the control page does not say where the log ends.
    func follow(_ state: inout Reading) throws(Errno) -> Bool {
        for _ in 0..<64 {
            let generation = control.generation
            guard let hand = control.address(.hand), let end = control.address(.end), hand <= end
            else { return false }
            if state.applied.pack < hand.pack {
                start(&state, in: hand.pack)
            }
            let old = state.applied
            guard try follow(&state, to: end) else { continue }
            seen.store(generation, ordering: .releasing)
            if state.applied > old { tellOthers(behind: generation) }
            return true
        }
        return false
    }

    /// Advances the generation for a writer that may have died between storing the end and that:
    /// once one process gives what is new, none may give what it has replaced.
    private func tellOthers(behind generation: UInt64) {
        guard !isReadOnly, control[.isBusy] != 0 else { return }
        let now = control.advanceGeneration()
        if now == generation &+ 1 { seen.store(now, ordering: .releasing) }
    }

    private func start(_ state: inout Reading, in pack: UInt32) {
        state.applied = Address(pack: pack, offset: PackHeader.size)
        state.headItems.removeAll(keepingCapacity: true)
        state.headBarrier = 0
        state.headSynced = 0
        lastPack.store(pack, ordering: .releasing)
        packs.withLock { $0.removeAll(before: pack) }
        let hand = hand
        for bucket in allBuckets { bucket.removeAll { address($0) < hand } }
    }

    /// Returns `false` when a pack went away under way, because the hand has left it.
    private func follow(_ state: inout Reading, to end: Address) throws(Errno) -> Bool {
        var others: ArraySlice<UInt32>?
        let isReserved = try reserve(from: state.applied, to: end)
        defer { if isReserved { unnamed.fit() } }
        while state.applied < end {
            let number = state.applied.pack
            do throws(PackFailure) {
                try follow(&state, in: try pack(number), to: end)
            } catch {
                if case .other(let errno) = error { throw errno }
                guard hand.pack <= number else { return false }
                if others == nil { others = try packNumbers()[...] }
                others = others?.drop { $0 <= number }
                meetDamage(&state, to: end, next: others?.first)
            }
        }
        return true
    }

    /// Makes room in an index that knows nothing yet for all that the seals name. Growing step by
    /// step would take as long as all else.
    private func reserve(from start: Address, to end: Address) throws(Errno) -> Bool {
        guard start.offset == PackHeader.size, start.pack < end.pack, unnamed.counts.entries == 0
        else { return false }
        var sum = 0
        for number in start.pack..<end.pack {
            // What is wrong with it is told when it is read.
            guard let pack = try? pack(number) else { return false }
            sum += try pack.sealPlace().map { Seal.itemCount($0.length) } ?? 0
        }
        unnamed.reserve(sum)
        return true
    }

    /// The numbers of the packs that are there, in order.
    func packNumbers() throws(Errno) -> [UInt32] {
        try directory.names().compactMap(FileName.packNumber).sorted()
    }

    private func follow(
        _ state: inout Reading, in pack: Pack, to end: Address
    ) throws(PackFailure) {
        do throws(Errno) {
            if pack.number < end.pack, let seal = try pack.seal()?.seal {
                apply(seal.items.drop { $0.offset < state.applied.offset }, in: pack.number)
                return start(&state, after: pack.number)
            }
            let limit = pack.number < end.pack ? try pack.file.status().size : end.offset
            guard try walk(&state, in: pack, to: limit, isLast: pack.number == end.pack) else {
                throw .invalid
            }
        } catch {
            throw error == .invalid ? .damaged : .other(error)
        }
    }

    private func start(_ state: inout Reading, after pack: UInt32) {
        state.applied = Address(pack: pack + 1, offset: PackHeader.size)
        state.headItems.removeAll(keepingCapacity: true)
        state.headBarrier = 0
        state.headSynced = 0
        lastPack.store(pack + 1, ordering: .releasing)
    }

    /// Takes in the records of `pack` one by one. Returns `false` at one that is damaged.
    private func walk(
        _ state: inout Reading, in pack: Pack, to limit: Int, isLast: Bool
    ) throws(Errno) -> Bool {
        var reader = LogReader(pack, limit: limit)
        while state.applied.offset < limit {
            let offset = state.applied.offset
            guard let (header, _) = try reader.header(at: offset) else { return false }
            if header.kind == .seal {
                start(&state, after: pack.number)
                return !isLast
            }
            take(header, at: offset, &state)
        }
        return isLast
    }

    /// Takes in one record, which must be the next.
    func take(_ header: RecordHeader, at offset: Int, _ state: inout Reading) {
        let item = Seal.Item(header, at: offset)
        apply(item, in: state.applied.pack)
        state.headItems.append(item)
        if header.flags.contains(.isBarrier) { state.headBarrier = offset }
        if header.flags.contains(.isSynced) { state.headSynced = offset }
        state.applied.offset = offset + item.length
    }

    /// Takes in what this process has appended itself.
    func take(
        _ written: [(pack: UInt32, offset: Int, header: RecordHeader)], upTo end: Address,
        _ state: inout Reading
    ) {
        for (pack, offset, header) in written {
            if pack > state.applied.pack { start(&state, after: pack - 1) }
            take(header, at: offset, &state)
        }
        if end.pack > state.applied.pack { start(&state, after: end.pack - 1) }
        state.applied = end
    }

    /// Drops what the hand has passed.
    func forget(_ evicted: [(bucket: UInt64, hash: UInt64, place: IndexPlace, isExpired: Bool)]) {
        var (alive, expired) = (0, 0)
        for (bucket, hash, place, isExpired) in evicted
        where self.bucket(bucket).remove(hash, at: place) {
            if isExpired { expired += 1 } else { alive += 1 }
        }
        guard alive + expired > 0 else { return }
        counters.withLock { [alive, expired] counters in
            counters.evictions += alive
            counters.expirations += expired
        }
    }

    /// Makes the index say what the records say: those that follow each other in one bucket at
    /// once.
    private func apply(_ items: ArraySlice<Seal.Item>, in pack: UInt32) {
        var rest = items
        while let first = rest.first {
            let run = rest.prefix { $0.isOfOneKey && $0.bucketHash == first.bucketHash }
            if run.count > 1 {
                bucket(first.bucketHash).apply(run, in: pack)
            } else {
                apply(first, in: pack)
            }
            rest = rest.dropFirst(max(1, run.count))
        }
    }

    /// Makes the index say what the record says.
    private func apply(_ item: Seal.Item, in pack: UInt32) {
        switch item.kind {
        case .entry, .large, .removal: bucket(item.bucketHash).apply(item, in: pack)
        case .removeBucket: bucket(item.bucketHash).removeAll()
        case .removeAll: forgetAll()
        case .seal, nil: break
        }
    }

    func forgetAll() {
        for bucket in allBuckets { bucket.removeAll() }
    }

    /// Goes on behind a record that cannot be told, or a pack that is not there.
    ///
    /// A newer value of any key may be lost with it, so everything older is forgotten. It goes on
    /// in the `next` pack that is there: a page that lies may speak of many millions.
    private func meetDamage(_ state: inout Reading, to end: Address, next: UInt32?) {
        counters.withLock { $0.damage += 1 }
        forgetAll()
        let number = state.applied.pack
        if number < end.pack {
            start(&state, after: min(next ?? end.pack, end.pack) - 1)
        } else {
            state.applied = end
        }
        state.floor = state.applied
    }
}
