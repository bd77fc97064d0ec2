import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Long random histories against a dictionary, with clock jumps and reopenings in between.
@Suite struct `A disk cache compared with a dictionary` {
    private struct Value {
        var payload: Data
        var metadata: [String: String]
        var storedAt: Date
        var expiresAt: Date?

        func mayBeServed(at now: Date) -> Bool {
            expiresAt.map { now < $0 && storedAt <= now } ?? true
        }
    }

    private struct Name: Hashable {
        var bucket: String
        var key: String
    }

    private final class Run {
        let files = FaultyFileSystem()
        let clock = ManualClock()
        let capacity: ByteCount?
        var cache: DiskCache
        var model: [Name: Value] = [:]
        var random: SeededGenerator

        init(_ capacity: ByteCount?, seed: Int) throws {
            self.capacity = capacity
            random = SeededGenerator(seed: UInt64(seed))
            cache = try DiskCache.open(on: files, capacity: capacity, time: clock.timeSource)
        }

        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    }

    @Test(arguments: [
        ByteCount.kibibytes(64), .kibibytes(200), .mebibytes(1), .mebibytes(2), nil,
    ])
    func `never differs but by what it has evicted`(capacity: ByteCount?) throws {
        for seed in 0..<(3 * Soak.factor) {
            let run = try Run(capacity, seed: seed + Soak.seed)
            for step in 0..<400 {
                let what = try perform(step, run)
                try check(run, "seed \(seed), step \(step): \(what)")
            }
        }
    }

    private func perform(_ step: Int, _ run: Run) throws -> String {
        let name = Name(bucket: ["", "", "b"][run.below(3)], key: "key \(run.below(12))")
        let part = run.cache.bucket(name.bucket)
        switch run.below(40) {
        case 0..<4:
            try part.remove(
                forKey: name.key, erasing: run.below(4) == 0,
                durability: run.below(3) == 0 ? .synced : .buffered)
            run.model[name] = nil
            return "remove \(name)"
        case 4:
            try part.removeAll()
            run.model = run.model.filter { $0.key.bucket != name.bucket }
            return "remove all of \(name.bucket)"
        case 17 where run.below(3) == 0:
            try run.cache.removeAll()
            run.model = [:]
            return "remove all"
        case 5..<9: return try replaceMetadata(name, part, step, run)
        case 9..<12: return moveClock(run)
        case 12..<14: return try reopen(run)
        case 14:
            guard let capacity = run.capacity else { return "nothing" }
            try run.cache.trim(to: .bytes(capacity.bytes / 2))
            return "trim"
        case 15:
            let count = try run.cache.removeAll { $0.size % 7 == 0 }
            run.model = run.model.filter {
                $0.value.payload.count % 7 != 0 || !$0.value.mayBeServed(at: run.clock.wallTime)
            }
            return "remove where, \(count)"
        case 16:
            #expect(try run.cache.verify(dropping: true).damage.isEmpty)
            return "verify"
        default: return try store(name, part, step, run)
        }
    }

    private func store(
        _ name: Name, _ part: DiskBucket, _ step: Int, _ run: Run
    ) throws -> String {
        // Without a capacity enough must die for the hand to move.
        let longest = run.capacity.map { $0.bytes / 6 } ?? 1_200_000
        let payload = Data.pattern(step, count: run.below(longest) >> run.below(8))
        let metadata = run.below(3) == 0 ? ["step": "\(step)"] : [:]
        let seconds = run.below(4) == 0 ? run.below(50) : nil
        let isKept: Bool
        if run.below(4) == 0 {
            let writer = try part.writer(forKey: name.key)
            for start in stride(from: 0, to: payload.count, by: 3000) {
                try writer.write(payload[start..<min(payload.count, start + 3000)])
            }
            isKept =
                try writer.commit(
                    metadata: metadata, lifetime: seconds.map { .seconds($0) } ?? .forever) != nil
        } else {
            isKept =
                try part.store(
                    payload, forKey: name.key, metadata: metadata,
                    lifetime: seconds.map { .seconds($0) } ?? .forever,
                    durability: run.below(8) == 0 ? .synced : .buffered) != nil
        }
        #expect(isKept == (seconds != 0))
        let now = run.clock.wallTime
        run.model[name] =
            !isKept
            ? nil
            : Value(
                payload: payload, metadata: metadata, storedAt: now,
                expiresAt: seconds.map { now.addingTimeInterval(Double($0)) })
        return "store \(payload.count) under \(name) for \(seconds ?? -1)"
    }

    private func replaceMetadata(
        _ name: Name, _ part: DiskBucket, _ step: Int, _ run: Run
    ) throws -> String {
        let isReplaced = try part.replaceMetadata(forKey: name.key, with: ["new": "\(step)"]) != nil
        guard isReplaced else { return "no metadata" }
        #expect(run.model[name]?.mayBeServed(at: run.clock.wallTime) ?? false)
        run.model[name]?.metadata = ["new": "\(step)"]
        return "metadata of \(name)"
    }

    private func moveClock(_ run: Run) -> String {
        let seconds = run.below(60) - 20
        run.clock.wallTime += Double(seconds)
        return "clock by \(seconds)"
    }

    private func reopen(_ run: Run) throws -> String {
        run.cache.close()
        run.cache = try DiskCache.open(
            on: run.files, capacity: run.capacity, time: run.clock.timeSource)
        return "reopen"
    }

    private func check(_ run: Run, _ what: String) throws {
        let now = run.clock.wallTime
        for bucket in ["", "b"] {
            let part = run.cache.bucket(bucket)
            for number in 0..<12 {
                let name = Name(bucket: bucket, key: "key \(number)")
                let expected = run.model[name].flatMap { $0.mayBeServed(at: now) ? $0 : nil }
                let found = try part.attributes(forKey: name.key)
                if found == nil, run.capacity != nil || expected == nil {
                    // Whoever is evicted stays away, also when the clock goes back.
                    if expected != nil { run.model[name] = nil }
                    continue
                }
                #expect(found?.metadata == expected?.metadata, "\(name) after \(what)")
                #expect(found?.size == expected?.payload.count, "\(name) after \(what)")
                #expect(found?.expiresAt == expected?.expiresAt, "\(name) after \(what)")
                // Reading everything each time would mark everything read.
                guard number % 3 == 0 else { continue }
                let payload = try part.data(forKey: name.key)
                #expect(payload == expected?.payload, "\(name) after \(what)")
            }
        }
        guard let capacity = run.capacity else { return }
        let use = run.files.files.values.reduce(4096) { $0 + ($1.count + 4095) / 4096 * 4096 }
        #expect(use <= capacity.bytes, "\(use) after \(what)")
    }
}
