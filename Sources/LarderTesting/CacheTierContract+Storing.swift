#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension CacheTierContract {
    static let storing: [Check] = [
        Check(name: "what was never stored is nil") { tier in
            try await expectText(tier, "absent", nil, "a miss is nil")
            try await expect(tier.attributes(forKey: "absent") == nil, "no attributes either")
            try await expect(tier.reader(forKey: "absent") == nil, "no reader either")
        },
        Check(name: "what was stored comes back") { tier in
            try await tier.store(entry("one"), forKey: "a")
            try await tier.store(entry("two"), forKey: "b")
            try await expectText(tier, "a", "one", "stored first")
            try await expectText(tier, "b", "two", "stored second")
        },
        Check(name: "the last store under a key wins") { tier in
            for text in ["first", "second, longer", "3"] {
                try await tier.store(entry(text), forKey: "a")
                try await expectText(tier, "a", text, "stored last")
            }
        },
        Check(name: "an empty payload is not a missing one") { tier in
            try await tier.store(entry(""), forKey: "empty")
            try await expectText(tier, "empty", "", "an empty entry")
        },
        Check(name: "every byte value survives") { tier in
            let bytes = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
            var whole = entry("")
            whole.payload = bytes
            try await tier.store(whole, forKey: "bytes")
            try await expect(tier.entry(forKey: "bytes")?.payload == bytes, "bytes were changed")
        },
        Check(name: "any string is a key and is told from every other") { tier in
            let keys = [
                "", " ", "/", "../up", "a/b", "a\\b", "A", "a", "é", "e\u{301}", "e\u{301}x", "🍇",
                "a\u{0}b",
                "%2F", String(repeating: "long", count: 1000), "https://a.example/?q=1#f",
            ]
            for (number, key) in keys.enumerated() {
                try await tier.store(entry("\(number)"), forKey: key)
            }
            for (number, key) in keys.enumerated() {
                try await expectText(tier, key, "\(number)", "its own entry")
            }
        },
        Check(name: "keys that are equal as texts and differ in their bytes are two") { tier in
            let pairs = [
                ("\u{E9}", "e\u{301}"), ("\u{212A}", "K"),
                ("a\u{301}\u{323}", "a\u{323}\u{301}"),
            ]
            for (one, other) in pairs {
                try await tier.store(entry("one"), forKey: one)
                try await expectText(tier, other, nil, "never stored")
                try await expect(tier.attributes(forKey: other) == nil, "attributes of the other")
                try expect(tier.entryAtHand(forKey: other) == nil, "the other's entry at hand")
                try await tier.store(entry("other"), forKey: other)
                try await expectText(tier, one, "one", "stored first")
                try await expectText(tier, other, "other", "stored second")
                try await tier.remove(forKey: one)
                try await expectText(tier, one, nil, "removed")
                try await expectText(tier, other, "other", "not removed")
            }
        },
        Check(name: "a removed entry is gone, and only that one") { tier in
            try await tier.store(entry("one"), forKey: "a")
            try await tier.store(entry("two"), forKey: "b")
            try await tier.remove(forKey: "a")
            try await tier.remove(forKey: "never there")
            try await expectText(tier, "a", nil, "removed")
            try await expectText(tier, "b", "two", "not removed")
            try await tier.store(entry("again"), forKey: "a")
            try await expectText(tier, "a", "again", "stored after its removal")
        },
        Check(name: "after remove all there is nothing, and a store works") { tier in
            for key in 0..<20 { try await tier.store(entry("x"), forKey: "\(key)") }
            try await tier.removeAll()
            for key in 0..<20 { try await expectText(tier, "\(key)", nil, "removed") }
            try await tier.store(entry("new"), forKey: "3")
            try await expectText(tier, "3", "new", "stored after remove all")
        },
        Check(name: "what is at hand is what a look-up finds, or nothing") { tier in
            func expectAtHand(_ text: String?, _ otherwise: String) throws {
                guard let found = tier.entryAtHand(forKey: "a") else { return }
                try expect(found.payload == text.map { Data($0.utf8) }, otherwise)
            }
            try expectAtHand(nil, "nothing was stored")
            for text in ["first", "second, longer", "3"] {
                try await tier.store(entry(text), forKey: "a")
                try expectAtHand(text, "not what was stored last")
                let found = try await tier.entry(forKey: "a")
                let atHand = tier.entryAtHand(forKey: "a")
                try expect(atHand == nil || atHand == found, "the attributes differ")
            }
            try await tier.remove(forKey: "a")
            try expectAtHand(nil, "at hand after its removal")
            try await tier.store(entry("again"), forKey: "a")
            try await tier.removeAll()
            try expectAtHand(nil, "at hand after remove all")
        },
        Check(name: "concurrent stores leave one of the values, whole") { tier in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    let text = String(repeating: "\(writer)", count: 200 + writer)
                    group.addTask { try await tier.store(entry(text), forKey: "shared") }
                }
                try await group.waitForAll()
            }
            let found = try unwrap(try await text(tier, "shared"), "one of the stores must stay")
            let writer = Int(found.prefix(1)) ?? -1
            let isWhole = found == String(repeating: "\(writer)", count: 200 + writer)
            try expect(isWhole, "a mixture of stores: \(found)")
        },
    ]
}
