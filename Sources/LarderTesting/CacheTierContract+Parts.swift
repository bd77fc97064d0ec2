#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension CacheTierContract {
    static let versions: [Check] = [
        Check(name: "each store has a version of its own") { tier in
            let first = try await tier.store(entry("one"), forKey: "a")
            let second = try await tier.store(entry("one"), forKey: "a")
            try expect(first != nil && second != nil, "a store that was kept has a version")
            try expect(first != second, "two stores with one version")
            let found = try await tier.attributes(forKey: "a")?.version
            try expect(found == second, "the look-up's version is not the last store's")
        },
        Check(name: "an update keeps the payload and replaces the rest") { tier in
            let version = try unwrap(
                try await tier.store(entry("pic", metadata: ["a": "1"]), forKey: "k"),
                "a store that was kept has a version")
            let update = entry("", metadata: ["b": "2"], expiresIn: 600).attributes
            let updated = try await tier.update(update, forKey: "k", ifVersion: version)
            try expect(updated != nil && updated != version, "an update makes a new version")
            try await expectText(tier, "k", "pic", "its payload stays")
            let found = try unwrap(try await tier.attributes(forKey: "k"), "updated and gone")
            try expect(found.metadata == ["b": "2"], "metadata is \(found.metadata)")
            try expect(found.expiresAt != nil && found.size == 3, "expiry or size is wrong")
        },
        Check(name: "an update of an older version changes nothing") { tier in
            let version = try unwrap(
                try await tier.store(entry("one"), forKey: "k"), "a store has a version")
            try await tier.store(entry("two", metadata: ["a": "1"]), forKey: "k")
            let update = entry("", metadata: ["b": "2"]).attributes
            try await expect(
                tier.update(update, forKey: "k", ifVersion: version) == nil, "updated all the same")
            let found = try unwrap(try await tier.attributes(forKey: "k"), "stored and gone")
            try expect(found.metadata == ["a": "1"], "metadata is \(found.metadata)")
            try await tier.remove(forKey: "k")
            try await expect(
                tier.update(update, forKey: "k", ifVersion: version) == nil, "updated a removed one"
            )
            try await expectText(tier, "k", nil, "removed")
        },
        Check(name: "a version is current until the key changes") { tier in
            func expectCurrent(_ version: EntryVersion?, _ isCurrent: Bool, _ when: String) throws {
                let found = tier.isCurrent(version, forKey: "a")
                try expect(found == isCurrent, "isCurrent is \(found) \(when)")
            }
            try expectCurrent(nil, true, "for a miss before any store")
            let first = try await tier.store(entry("one"), forKey: "a")
            try expectCurrent(first, true, "for the last store")
            try expectCurrent(nil, false, "for a miss after a store")
            let second = try await tier.store(entry("two"), forKey: "a")
            try await tier.store(entry("other"), forKey: "b")
            try expectCurrent(first, false, "for what was replaced")
            try expectCurrent(second, true, "after a store under another key")
            try await tier.remove(forKey: "a")
            try expectCurrent(second, false, "for what was removed")
            try expectCurrent(nil, true, "for a miss after a removal")
        },
        Check(name: "a promotion never undoes a later change") { tier in
            let version = try await tier.store(entry("old"), forKey: "a", ifVersion: nil)
            try expect(version != nil, "nothing was there, so it is stored")
            try await tier.store(entry("new"), forKey: "a")
            let late = try await tier.store(entry("promoted"), forKey: "a", ifVersion: version)
            try expect(late == nil, "the key has changed, so nothing is stored")
            try await expectText(tier, "a", "new", "stored after the promotion's look-up")
            try await tier.remove(forKey: "a")
            try await expect(
                tier.store(entry("promoted"), forKey: "a", ifVersion: version) == nil, "removed")
            try await expectText(tier, "a", nil, "removed after the promotion's look-up")
        },
    ]

    static let parts: [Check] = [
        Check(name: "a reader gives any range, clamped to the payload") { tier in
            try await tier.store(entry("0123456789", metadata: ["a": "1"]), forKey: "k")
            let reader = try unwrap(try await tier.reader(forKey: "k"), "no reader")
            try expect(reader.attributes.size == 10, "size \(reader.attributes.size)")
            try expect(reader.attributes.metadata == ["a": "1"], "metadata lost")
            for (range, expected) in [(0..<10, "0123456789"), (3..<5, "34"), (8..<99, "89")] {
                let bytes = try await reader.read(range)
                try expect(bytes == Data(expected.utf8), "\(range) read \(bytes.count) bytes")
            }
            try await expect(reader.read(10..<20).isEmpty, "past the end there is nothing")
        },
        Check(name: "a reader reads on when its entry is replaced or removed") { tier in
            try await tier.store(entry("the first"), forKey: "k")
            let reader = try unwrap(try await tier.reader(forKey: "k"), "no reader")
            try await tier.store(entry("another"), forKey: "k")
            try await expect(reader.read(0..<9) == Data("the first".utf8), "after a replacement")
            try await tier.removeAll()
            try await expect(reader.read(4..<9) == Data("first".utf8), "after remove all")
        },
        Check(name: "a writer's entry is visible after its commit, not before") { tier in
            try await tier.store(entry("old"), forKey: "k")
            let writer = try await tier.writer(forKey: "k")
            for part in ["new", " and ", "whole"] { try await writer.write(Data(part.utf8)) }
            try await expectText(tier, "k", "old", "before the commit")
            let version = try await writer.commit(entry("", metadata: ["a": "1"]).attributes)
            try await expectText(tier, "k", "new and whole", "after the commit")
            let found = try unwrap(try await tier.attributes(forKey: "k"), "committed and gone")
            try expect(found.metadata == ["a": "1"] && found.size == 13, "attributes are wrong")
            try expect(found.version == version, "the commit's version is not the look-up's")
        },
        Check(name: "an abandoned writer leaves what was there") { tier in
            try await tier.store(entry("old"), forKey: "k")
            let writer = try await tier.writer(forKey: "k")
            try await writer.write(Data("new".utf8))
            await writer.abandon()
            try await expectText(tier, "k", "old", "after an abandoned writer")
            _ = try await tier.writer(forKey: "never")
            try await expectText(tier, "never", nil, "after a dropped writer")
        },
    ]
}
