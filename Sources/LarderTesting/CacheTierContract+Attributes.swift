#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension CacheTierContract {
    static let metadata: [Check] = [
        Check(name: "metadata, size and dates come back with the entry") { tier in
            let stored = entry("pic", metadata: ["type": "é", "": "empty name"], expiresIn: 600)
            try await tier.store(stored, forKey: "a")
            let found = try unwrap(try await tier.entry(forKey: "a"), "stored and gone").attributes
            try expectSame(found, stored.attributes)
            let alone = try unwrap(try await tier.attributes(forKey: "a"), "entry without any")
            try expectSame(alone, stored.attributes)
        },
        Check(name: "a store replaces the metadata too") { tier in
            try await tier.store(entry("pic", metadata: ["a": "1", "b": "2"]), forKey: "a")
            try await tier.store(entry("pic", metadata: ["b": "3"]), forKey: "a")
            let found = try unwrap(try await tier.attributes(forKey: "a"), "stored and gone")
            try expect(found.metadata == ["b": "3"], "metadata is \(found.metadata)")
        },
        Check(name: "what belongs to one user does so when it is read back") { tier in
            var entry = entry("own", metadata: ["a": "1"])
            entry.attributes.isShareable = false
            let version = try await tier.store(entry, forKey: "k")
            try await expectOwn(tier, "k")
            try await tier.update(
                entry.attributes, forKey: "k", ifVersion: version ?? EntryVersion(rawValue: 0))
            try await expectOwn(tier, "k")
            let writer = try await tier.writer(forKey: "w")
            try await writer.write(Data("own".utf8))
            try await writer.commit(entry.attributes)
            try await expectOwn(tier, "w")
        },
        Check(name: "a later store decides anew to whom an entry belongs") { tier in
            var entry = entry("own")
            entry.attributes.isShareable = false
            try await tier.store(entry, forKey: "k")
            entry.attributes.isShareable = true
            let version = try unwrap(
                try await tier.store(entry, forKey: "k"), "a store that was kept has a version")
            let found = try unwrap(try await tier.attributes(forKey: "k"), "stored and gone")
            try expect(found.isShareable, "an entry for all users has become one user's")
            guard !tier.isShared else { return }
            entry.attributes.isShareable = false
            try await tier.update(entry.attributes, forKey: "k", ifVersion: version)
            try await expectOwn(tier, "k")
        },
    ]

    /// A shared tier has it not at all, others as one user's.
    private static func expectOwn(_ tier: any CacheTier, _ key: String) async throws {
        let found = [
            try await tier.attributes(forKey: key),
            try await tier.entry(forKey: key)?.attributes,
            try await tier.reader(forKey: key)?.attributes,
        ]
        for attributes in found {
            guard let attributes else {
                try expect(tier.isShared, "stored and gone")
                continue
            }
            try expect(!attributes.isShareable, "one user's entry is taken for everybody's")
        }
    }

    static let lifetimes: [Check] = [
        Check(name: "an entry that has expired is a miss") { tier in
            try await tier.store(entry("old", expiresIn: -10), forKey: "old")
            try await expectText(tier, "old", nil, "expired")
            try await expect(tier.attributes(forKey: "old") == nil, "attributes of an expired one")
        },
        Check(name: "storing what has expired drops what was there") { tier in
            try await tier.store(entry("live"), forKey: "a")
            try await tier.store(entry("dead", expiresIn: -10), forKey: "a")
            try await expectText(tier, "a", nil, "replaced by an expired entry")
        },
        Check(name: "an entry that expires later is served") { tier in
            try await tier.store(entry("young", expiresIn: 600), forKey: "young")
            try await expectText(tier, "young", "young", "not expired")
        },
    ]

    private static func expectSame(_ found: EntryAttributes, _ stored: EntryAttributes) throws {
        try expect(found.metadata == stored.metadata, "metadata is \(found.metadata)")
        try expect(found.size == stored.size, "the size is \(found.size), not \(stored.size)")
        try expectClose(found.storedAt, stored.storedAt, "storedAt")
        try expect((found.expiresAt == nil) == (stored.expiresAt == nil), "expiry lost or made up")
        if let found = found.expiresAt, let stored = stored.expiresAt {
            try expectClose(found, stored, "expiresAt")
        }
    }

    /// Tiers may keep time at their own resolution, a millisecond at worst.
    private static func expectClose(_ found: Date, _ stored: Date, _ name: String) throws {
        let difference = abs(found.timeIntervalSince(stored))
        try expect(difference <= 0.001, "\(name) is off by \(difference) s")
    }
}
