import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite struct OlderCacheCopyingTests {
    @Test func `everything is taken over, with its time, and the folder stays`() async throws {
        let folder = try OldFolder(["a": Data(text: "1"), "b": Data(), ".DS_Store": Data()])
        let before = try folder.contents()
        let new = FakeTier()
        let report = try await OlderCache.tsFileCache(at: folder.url).copyEntries(to: new)
        #expect(report.taken.map(\.key) == ["a", "b"])
        #expect(report.takenSize == .bytes(1))
        #expect(report.skipped.map(\.skipped) == [.foreign])
        #expect(new.keys == ["a", "b"])
        #expect(try await new.text("a") == "1")
        #expect(try folder.contents() == before)
    }

    @Test func `a dry run reports the same and stores nothing`() async throws {
        let folder = try OldFolder(["a": .png, "b": .jpeg])
        let old = try OlderCache.tsImageCache(at: folder.url)
        let new = FakeTier()
        let dry = try await old.copyEntries(to: new, isDryRun: true)
        #expect(new.keys.isEmpty && dry.isDryRun)
        let wet = try await old.copyEntries(to: new)
        #expect(dry.items.map(\.skipped) == wet.items.map(\.skipped))
        #expect(wet.items.map(\.skipped) == [nil, .wrongFormat])
        #expect(wet.items.map(\.size) == [.bytes(11), .bytes(7)])
    }

    @Test func `what the new cache has is newer and stays`() async throws {
        let folder = try OldFolder(["a": Data(text: "old")])
        let new = FakeTier()
        try await new.store(Data(text: "new"), forKey: "a")
        let report = try await OlderCache.tsFileCache(at: folder.url).copyEntries(to: new)
        #expect(report.items.map(\.skipped) == [.alreadyThere])
        #expect(try await new.text("a") == "new")
    }

    @Test func `a disk that fills up stops the copying, and doing it again goes on`()
        async throws
    {
        let folder = try OldFolder(["a": Data(text: "1"), "b": Data(text: "2"), "c": Data()])
        let old = try OlderCache.tsFileCache(at: folder.url)
        let small = FakeTier(room: 1)
        let report = try await old.copyEntries(to: small)
        #expect(report.failure is FakeTier.Full)
        #expect(report.items.map(\.skipped) == [nil, .notReached, .notReached])
        #expect(try folder.contents().count == 3)
        let larger = FakeTier(["a": try #require(small.entry(forKey: "a"))])
        let again = try await old.copyEntries(to: larger)
        #expect(again.failure == nil)
        #expect(again.items.map(\.skipped) == [.alreadyThere, nil, nil])
        #expect(larger.keys == ["a", "b", "c"])
    }

    @Test(arguments: [true, false])
    func `names that are equal as texts and differ in their bytes are two keys`(
        isDryRun: Bool
    ) async throws {
        let names = ["e\u{301}.jpg", "\u{E9}.jpg"]
        let folder = try OldFolder()
        for name in names { try Data(text: "\(name.utf8.count)").write(to: folder.file(name)) }
        // Some file systems take the two for one.
        guard try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2 else {
            return
        }
        let new = DictionaryTier()
        let old = try OlderCache.tsFileCache(at: folder.url)
        let report = try await old.copyEntries(to: new, isDryRun: isDryRun)
        #expect(report.items.map(\.skipped) == [nil, nil])
        guard !isDryRun else { return }
        for name in names {
            #expect(try await new.text(name) == "\(name.utf8.count)")
            #expect(try await old.text(name) == "\(name.utf8.count)")
        }
        try await old.remove(forKey: names[0])
        #expect(try await old.text(names[1]) == "6")
    }

    @Test func `files whose keys are digests are taken for the keys that are given`()
        async throws
    {
        let folder = try OldFolder([
            "JMImageCache-a9993e364706816aba3e25717850c26c9cd0d89d": Data(text: "abc's"),
            "JMImageCache-da39a3ee5e6b4b0d3255bfef95601890afd80709": Data(text: "?"),
            "JMImageCache-short": Data(), "other": Data(),
        ])
        let report = try await OlderCache.jmImageCache(at: folder.url)
            .copyEntries(to: FakeTier(), keys: ["abc", "abc", "unused"])
        #expect(report.items.map(\.key) == ["abc", nil, nil, nil])
        #expect(
            report.items.map(\.skipped) == [nil, .keyUnknown, .foreign, .foreign])
    }

    @Test func `names that are no text are left alone and reported`() async throws {
        let folder = try OldFolder(["good": Data()])
        let path = folder.url.path(percentEncoded: false) + "/"
        let name: [CChar] = path.utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
        let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
        // Some file systems take no such names; then there is nothing to refuse.
        guard descriptor >= 0 else { return }
        close(descriptor)
        let report = try await OlderCache.tsFileCache(at: folder.url).copyEntries(to: FakeTier())
        #expect(report.taken.map(\.key) == ["good"])
        #expect(report.skipped.map(\.skipped) == [.unsafeName])
        unlink(name)
    }
}
