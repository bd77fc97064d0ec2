import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A disk cache whose process dies` {
    /// Snapshots before each call of a step.
    private final class Snapshots: Sendable {
        let all = Mutex<[FaultyFileSystem]>([])
    }

    @Test(arguments: 0..<(6 * Soak.factor))
    func `has every acknowledged effect, whatever the call it died in`(seed: Int) throws {
        try die(in: DiskStep.random(60, seed: UInt64(seed + Soak.seed)), seed)
    }

    @Test(arguments: 0..<(2 * Soak.factor))
    func `has no less where it wrote zeros ahead`(seed: Int) throws {
        let history = DiskStep.random(40, seed: UInt64(700 + seed + Soak.seed), longest: 60_000)
        try die(in: history, seed, capacity: .mebibytes(2))
    }

    @Test(arguments: 0..<(2 * Soak.factor))
    func `has no less where it gives dead bytes back`(seed: Int) throws {
        let history = DiskStep.random(50, seed: UInt64(900 + seed + Soak.seed), longest: 900_000)
        try die(in: history, seed, capacity: nil)
    }

    private func die(
        in history: [DiskStep], _ seed: Int, capacity: ByteCount? = .kibibytes(128)
    ) throws {
        let files = FaultyFileSystem()
        let cache = try DiskCache.open(on: files, capacity: capacity)
        var expected = DiskExpectation()
        for (index, step) in history.enumerated() {
            let snapshots = Snapshots()
            files.onCall { call in
                if call.name != "read" { snapshots.all.withLock { $0.append(files.snapshot()) } }
                return nil
            }
            try step.perform(on: cache)
            files.onCall { _ in nil }
            var during = expected
            during.begin(step)
            expected.finish(step) { _ in true }
            for snapshot in snapshots.all.withLock({ $0 }) {
                let reopened = try DiskCache.open(on: snapshot, capacity: capacity)
                let complaint = try during.complaint(about: reopened)
                #expect(complaint == nil, "seed \(seed), in step \(index), \(step)")
                #expect(try reopened.statistics.damage == 0)
            }
            #expect(try expected.complaint(about: cache) == nil, "step \(index), \(step)")
        }
    }

    @Test(arguments: 0..<(6 * Soak.factor))
    func `and is followed by another that loses power, has every synced effect`(
        seed: Int
    ) throws {
        let files = FaultyFileSystem()
        let cache = try DiskCache.open(on: files, capacity: .kibibytes(64))
        var expected = DiskExpectation()
        for (index, step) in DiskStep.random(80, seed: UInt64(200 + seed + Soak.seed)).enumerated()
        {
            let snapshots = Snapshots()
            files.onCall { call in
                let isChange = ["unlink", "sync", "truncate"].contains(call.name)
                if isChange { snapshots.all.withLock { $0.append(files.snapshot()) } }
                return nil
            }
            try step.perform(on: cache)
            files.onCall { _ in nil }
            var during = expected
            during.begin(step)
            expected.finish(step) { $0 == .synced }
            for (number, snapshot) in snapshots.all.withLock({ $0 }).enumerated() {
                try DiskCache.open(on: snapshot, capacity: .kibibytes(64)).close()
                for loss in 0..<2 {
                    let after = snapshot.afterPowerLoss(seed: UInt64(100 * number + loss))
                    let reopened = try DiskCache.open(on: after, capacity: .kibibytes(64))
                    // What was not kept for want of room is no loss.
                    let complaint = try during.complaint(about: reopened, mayMiss: true)
                    #expect(complaint == nil, "seed \(seed), in step \(index), \(step)")
                }
            }
        }
    }

    @Test func `after the hand has carried a synced entry on, keeps it through a loss of power`()
        throws
    {
        let found = try (0..<40).map { failing -> Bool in
            let files = FaultyFileSystem()
            let cache = try DiskCache.open(on: files, capacity: .kibibytes(64))
            try cache.store(Data("kept".utf8), forKey: "kept", durability: .synced)
            let death = Snapshots()
            files.onCall { call in
                // The hand's pack is about to be flushed or unlinked.
                guard ["sync", "unlink"].contains(call.name) else { return nil }
                death.all.withLock { if $0.isEmpty { $0.append(files.snapshot()) } }
                return nil
            }
            for index in 0..<200 where death.all.withLock({ $0.isEmpty }) {
                _ = try cache.data(forKey: "kept")
                try cache.store(.pattern(index, count: 700 + failing), forKey: "\(index)")
            }
            let snapshot = try #require(death.all.withLock { $0.first })
            try DiskCache.open(on: snapshot, capacity: .kibibytes(64)).close()
            let after = snapshot.afterPowerLoss(seed: UInt64(failing))
            let reopened = try DiskCache.open(on: after, capacity: .kibibytes(64))
            return try reopened.data(forKey: "kept") == Data("kept".utf8)
        }
        #expect(found.allSatisfy { $0 })
    }

    @Test(arguments: 0..<(12 * Soak.factor))
    func `and loses power, has every synced effect and nothing older`(seed: Int) throws {
        try losePower(DiskStep.random(50, seed: UInt64(100 + seed + Soak.seed)), seed)
    }

    @Test(arguments: 0..<(4 * Soak.factor))
    func `and loses power, has no less where it wrote zeros ahead`(seed: Int) throws {
        let history = DiskStep.random(40, seed: UInt64(800 + seed + Soak.seed), longest: 60_000)
        try losePower(history, seed, capacity: .mebibytes(2))
    }

    @Test(arguments: 0..<Soak.factor)
    func `and loses power, has no less where it gives dead bytes back`(seed: Int) throws {
        let history = DiskStep.random(40, seed: UInt64(850 + seed + Soak.seed), longest: 900_000)
        try losePower(history, seed, capacity: nil)
    }

    private func losePower(
        _ history: [DiskStep], _ seed: Int, capacity: ByteCount? = .kibibytes(128)
    ) throws {
        let files = FaultyFileSystem()
        let cache = try DiskCache.open(on: files, capacity: capacity)
        var expected = DiskExpectation()
        for (index, step) in history.enumerated() {
            let snapshots = Snapshots()
            files.onCall { call in
                let isChange = ["write", "sync", "unlink", "truncate"].contains(call.name)
                if isChange, call.index % 3 == seed % 3 {
                    let seed = UInt64(call.index &* 31 &+ index)
                    snapshots.all.withLock { $0.append(files.afterPowerLoss(seed: seed)) }
                }
                return nil
            }
            try step.perform(on: cache)
            files.onCall { _ in nil }
            var during = expected
            during.begin(step)
            expected.finish(step) { $0 == .synced }
            for snapshot in snapshots.all.withLock({ $0 }) {
                let reopened = try DiskCache.open(on: snapshot, capacity: capacity)
                let complaint = try during.complaint(about: reopened)
                #expect(complaint == nil, "seed \(seed), in step \(index), \(step)")
            }
            for loss in 0..<2 {
                let after = files.afterPowerLoss(seed: UInt64(1000 * index + loss))
                let reopened = try DiskCache.open(on: after, capacity: capacity)
                let complaint = try expected.complaint(about: reopened)
                #expect(complaint == nil, "seed \(seed), after step \(index), \(step)")
            }
        }
    }
}
