@testable import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A disk cache on a failing disk` {
    static let faults: [FaultyFileSystem.Fault] = [
        .fail(.noSpace), .fail(.io), .fail(.outOfDescriptors), .fail(.readOnly), .short(3),
    ]

    /// What each key holds, as far as it can be read.
    private func contents(_ cache: DiskCache) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for key in DiskExpectation.keys { contents[key] = try cache.data(forKey: key) }
        return contents
    }

    @Test(arguments: 0..<(4 * Soak.factor))
    func `fails in one call with a typed error, and nothing is lost or half done`(
        seed: Int
    ) throws {
        var disk = FaultyFileSystem()
        var expected = DiskExpectation()
        for (index, step) in DiskStep.random(25, seed: UInt64(500 + seed + Soak.seed)).enumerated()
        {
            var during = expected
            during.begin(step)
            for fault in Self.faults {
                try tryEveryCall(of: step, with: fault, on: disk, during)
            }
            let cache = try DiskCache.open(on: disk)
            try step.perform(on: cache)
            expected.finish(step) { _ in true }
            #expect(try expected.complaint(about: cache) == nil, "step \(index)")
            cache.close()
            disk = disk.snapshot()
        }
    }

    private func tryEveryCall(
        of step: DiskStep, with fault: FaultyFileSystem.Fault, on disk: FaultyFileSystem,
        _ expected: DiskExpectation
    ) throws {
        for failing in 0..<1000 {
            let files = disk.snapshot()
            let cache = try DiskCache.open(on: files)
            files.onCall { $0.index == failing ? fault : nil }
            let error = failure(of: step, on: cache)
            let wasReached = files.callCount > failing
            files.onCall { _ in nil }
            if let error { #expect(error is DiskCacheError, "\(error)") }
            #expect(
                try expected.complaint(about: cache) == nil,
                "\(step), \(fault) at call \(failing), \(error.map { "\($0)" } ?? "no error")")
            let seen = try contents(cache)
            let reopened = try DiskCache.open(on: files.snapshot())
            #expect(try contents(reopened) == seen, "\(step), \(fault) at call \(failing)")
            try cache.store(Data("after".utf8), forKey: "after")
            #expect(try DiskCache.open(on: files.snapshot()).data(forKey: "after")?.count == 5)
            if !wasReached { return }
        }
    }

    private func failure(of step: DiskStep, on cache: DiskCache) -> (any Error)? {
        do {
            try step.perform(on: cache)
            return nil
        } catch {
            return error
        }
    }

    @Test func `goes on after signals and short counts as if there were none`() throws {
        let files = FaultyFileSystem()
        let cache = try DiskCache.open(on: files)
        files.onCall { call in
            if call.index % 2 == 0 { return .fail(.interrupted) }
            return ["read", "write"].contains(call.name) ? .short(37) : nil
        }
        var expected = DiskExpectation()
        for step in DiskStep.random(40, seed: 9, synced: false) {
            try step.perform(on: cache)
            expected.finish(step) { _ in true }
            #expect(try expected.complaint(about: cache) == nil)
        }
    }

    @Test func `opens after any call of the opening has failed`() throws {
        let disk = FaultyFileSystem()
        let cache = try DiskCache.open(on: disk)
        for step in DiskStep.random(30, seed: 3) { try step.perform(on: cache) }
        let seen = try contents(cache)
        for failing in 0..<200 {
            let files = disk.snapshot()
            files.onCall { $0.index == failing ? .fail(.io) : nil }
            _ = try? DiskCache.open(on: files)
            let isDone = files.callCount <= failing
            files.onCall { _ in nil }
            #expect(try contents(DiskCache.open(on: files.snapshot())) == seen)
            #expect(try contents(DiskCache.open(on: files)) == seen)
            if isDone { return }
        }
    }

    @Test func `that cannot be written to is read all the same`() throws {
        let disk = FaultyFileSystem()
        let writable = try DiskCache.open(on: disk)
        for step in DiskStep.random(30, seed: 4) { try step.perform(on: writable) }
        let seen = try contents(writable)
        for files in [disk.otherProcess(), disk.afterPowerLoss(seed: 0)] {
            files.refuseWrites()
            let cache = try DiskCache.open(on: files)
            if files.bootIdentifier == disk.bootIdentifier { #expect(try contents(cache) == seen) }
            #expect { try cache.store(Data(), forKey: "a") } throws: {
                DiskCacheError.Code.readOnly ~= $0
            }
        }
    }

    @Test(
        arguments: [
            (.noSpace, .volumeFull), (.overQuota, .volumeFull), (.readOnly, .readOnly),
            (.denied, .readOnly), (.notPermitted, .readOnly), (.stale, .directoryRemoved),
            (.outOfDescriptors, .outOfDescriptors), (.isLink, .unsafeDirectory),
            (.notDirectory, .notADirectory), (.io, .io),
        ] as [(Errno, DiskCacheError.Code)])
    func `is told by its kind`(errno: Errno, code: DiskCacheError.Code) {
        #expect(DiskCacheError(errno, "Storing", at: "/cache").code == code)
    }
}
