#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Removing every entry: all names are gone through, and those that are ours removed in batches.
///
/// What was there when it began is gone when it ends; each leaves the mark of a removal. When it
/// began is noted in the end, for machines with copies of what the engine had forgotten before. It
/// takes as long as the database has keys, whosever they are, and holds the engine up for no longer
/// than one batch.
extension TierState {
    private static let batch = 100

    /// Removes every entry and then calls `done` with whether that worked, in which case the debt
    /// of that `number` is paid. To be called after `begin…Clearing()`.
    func clear(
        _ number: Int, through core: ClientCore, done: @escaping @Sendable (Bool) -> Void
    ) {
        let start = now()
        let end: @Sendable (Bool) -> Void = { isDone in
            self.change { $0.endClearing(number, isDone: isDone) }
            done(isDone)
        }
        clear(connectionToEach[...], through: core) { isDone in
            guard isDone else { return end(false) }
            self.note(start, through: core, done: end)
        }
    }

    /// Notes when everything was removed. An engine that is full may refuse.
    private func note(
        _ start: Date, through core: ClientCore, done: @escaping @Sendable (Bool) -> Void
    ) {
        core.submit(
            RESPCommand(
                "SET", keys.clearing, .text(String(EntryForm.microseconds(start))), "EX",
                .number(RESPCommand.removalLife)),
            over: clearingPlace.connection,
            RedisRequest(
                observe: { _ in },
                complete: { result in
                    let isElsewhere = (try? result.get()).map { Redirection($0[0]) != nil } ?? true
                    if isElsewhere { self.findNodes(through: core) }
                    done(!isElsewhere)
                }))
    }

    /// Where it is noted when everything was removed.
    var clearingPlace: KeyPlace { place(of: "", named: keys.clearing) }

    /// Removes every entry of each node in turn.
    private func clear(
        _ connections: ArraySlice<Int>, through core: ClientCore,
        done: @escaping @Sendable (Bool) -> Void
    ) {
        guard let connection = connections.first else { return done(true) }
        step(Sweep(), removing: [], over: connection, through: core) { isDone in
            guard isDone else {
                self.findNodes(through: core)
                return done(false)
            }
            self.clear(connections.dropFirst(), through: core, done: done)
        }
    }

    private func step(
        _ sweep: Sweep?, removing names: [[UInt8]], over connection: Int,
        through core: ClientCore, done: @escaping @Sendable (Bool) -> Void
    ) {
        var command = RESPCommand()
        for word in names.map(RESPCommand.Word.bytes) {
            command.append(["UNLINK", word])
            command.append(marking: word)
        }
        if let sweep {
            command.append(
                [
                    "SCAN", .bytes(sweep.cursor), "MATCH", keys.everyEntry, "COUNT",
                    .number(Self.batch),
                ])
        }
        guard command.answers > 0 else { return done(true) }
        core.submit(
            command, over: connection,
            RedisRequest(
                observe: { _ in },
                complete: { result in
                    guard case .success(let answers) = result,
                        let found = Scan(answers, after: names.count, sweep)
                    else { return done(false) }
                    // Whatever the engine names, nothing but entries of ours goes.
                    let entries = found.names.filter { self.keys.isEntry($0) }
                    self.step(
                        found.next, removing: entries, over: connection, through: core, done: done)
                }))
    }

    /// What one step has found.
    private struct Scan {
        /// Where to go on, unless that was all.
        var next: Sweep?
        var names: [[UInt8]] = []

        /// `nil` when something was refused, except for the mark of one of the `removals`, or when
        /// the engine goes in circles.
        init?(_ answers: [RESPValue], after removals: Int, _ sweep: Sweep?) {
            let isRefused = (0..<removals).contains { answers[2 * $0].refusal != nil }
            guard !isRefused else { return nil }
            guard var sweep else { return }
            guard case .array(let parts)? = answers.last, parts.count == 2,
                let cursor = parts[0].bytes, case .array(let names) = parts[1]
            else { return nil }
            if cursor != Sweep.start {
                guard sweep.advance(to: cursor) else { return nil }
                next = sweep
            }
            self.names = names.compactMap(\.bytes)
        }
    }
}

/// How far the engine's keys have been gone through.
///
/// An engine that gave the same cursors again and again would never end. Each is compared with one
/// that is remembered, which is replaced after twice as many steps each time: that meets a circle
/// of any length (Brent, An improved Monte Carlo factorization algorithm, 1980).
struct Sweep {
    /// Where a scan begins, and what says that it has ended.
    static let start = [UInt8(ascii: "0")]

    private(set) var cursor = Self.start
    private var remembered = Self.start
    private var steps = 0
    private var limit = 1

    /// Goes on at `cursor`. Returns `false` in a circle.
    mutating func advance(to cursor: [UInt8]) -> Bool {
        guard cursor != remembered else { return false }
        self.cursor = cursor
        steps += 1
        if steps == limit {
            remembered = cursor
            (steps, limit) = (0, limit * 2)
        }
        return true
    }
}

extension TierState.State {
    /// Owes the removal of everything, to be begun at once.
    mutating func beginClearing() -> Int {
        owed.oweEverything()
        clearing += 1
        return owed.everythingNumber
    }

    /// The debt of everything that is to be paid now, if there is one that nobody pays.
    mutating func beginOwedClearing() -> Int? {
        guard owed.owesEverything, clearing == 0 else { return nil }
        clearing += 1
        return owed.everythingNumber
    }

    mutating func endClearing(_ number: Int, isDone: Bool) {
        clearing -= 1
        guard isDone else { return }
        // A connection is not told of what went over itself.
        forgetVersions()
        owed.payEverything(number)
    }
}
