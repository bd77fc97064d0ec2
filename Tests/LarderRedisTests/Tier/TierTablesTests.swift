import Larder
import Testing

@testable import LarderRedis

@Suite struct TierTablesTests {
    private static func key(_ number: Int) -> KeyHash { KeyHash("key \(number)") }
    private static func version(_ number: Int) -> EntryVersion {
        EntryVersion(rawValue: UInt64(number))
    }

    @Test(arguments: [(Int.min, 1), (0, 1), (2, 2), (.max, 64)])
    func `a tier's numbers may be any`(number: Int, connections: Int) {
        var configuration = RedisConfiguration(endpoint: .host("127.0.0.1", port: 1))
        configuration.connections = number
        configuration.knownKeys = number
        configuration.sizeLimit = .bytes(number)
        configuration.heartbeat = .seconds(number)
        #expect(configuration.connectionCount == connections)
        #expect(configuration.settings.heartbeat >= .milliseconds(10))
        #expect(configuration.settings.answerLimit >= 64 << 20)
        #expect(TierState(configuration).statistics.readyConnections == 0)
    }

    @Test func `what was learnt holds until a change is heard`() {
        var table = KnownVersions(capacity: 10)
        table.learn(.version(Self.version(1)), of: Self.key(1))
        table.learn(.missing, of: Self.key(2))
        table.hearChange(of: Self.key(1))
        table.hearChange(of: Self.key(3))
        let found = (1...3).map { table.knowledge(of: Self.key($0)) }
        #expect(found == [.changed, .missing, nil])
    }

    @Test func `the table stays within its capacity and keeps what is asked for`() {
        var table = KnownVersions(capacity: 100)
        for number in 0..<1_000 {
            table.learn(.version(Self.version(number)), of: Self.key(number))
            _ = table.knowledge(of: Self.key(0))
            #expect(table.count <= 101)
        }
        let (kept, dropped) = (table.knowledge(of: Self.key(0)), table.knowledge(of: Self.key(1)))
        #expect(kept == .version(Self.version(0)) && dropped == nil)
    }

    @Test func `a change of what has moved to the older half is heard`() {
        var table = KnownVersions(capacity: 4)
        for number in 0..<3 { table.learn(.missing, of: Self.key(number)) }
        table.hearChange(of: Self.key(0))
        let found = table.knowledge(of: Self.key(0))
        #expect(found == .changed)
    }

    @Test func `a debt that was made again is not paid by paying the first`() throws {
        var owed = OwedRemovals(limit: 10)
        let hash = KeyHash("a")
        owed.owe("a", hash, insteadOf: nil)
        let first = try #require(owed.some(1).first)
        owed.owe("a", hash, insteadOf: nil)
        owed.pay(first, hash)
        #expect(owed.contains(hash))
        owed.pay(try #require(owed.some(1).first), hash)
        #expect(owed.isEmpty)
    }

    @Test func `with too many keys owed, everything is`() {
        var owed = OwedRemovals(limit: 3)
        for key in ["a", "b", "c"] { owed.owe(key, KeyHash(key), insteadOf: nil) }
        #expect(!owed.contains(KeyHash("other")))
        owed.owe("d", KeyHash("d"), insteadOf: nil)
        #expect(owed.contains(KeyHash("other")) && owed.keyCount == 0)
        let number = owed.everythingNumber
        owed.oweEverything()
        owed.payEverything(number)
        #expect(owed.owesEverything, "another debt of everything was made since")
        owed.payEverything(owed.everythingNumber)
        #expect(owed.isEmpty)
    }

    @Test(arguments: ["larder", "a*b", "[x]?", "back\\slash^"])
    func `a key's name is told apart by its prefix`(prefix: String) {
        let keys = KeySpace(prefix: prefix)
        guard case .text(let entry) = keys.entry("é/1"), case .text(let lease) = keys.lease("é/1")
        else { return }
        #expect(keys.name(Array(entry.utf8)) == .entry(KeyHash("é/1")))
        #expect(keys.name(Array(lease.utf8)) == .lease(KeyHash("é/1")))
        #expect(keys.name(Array("other:1:x".utf8)) == nil)
        #expect(KeySpace(prefix: prefix + "2").name(Array(entry.utf8)) == nil)
    }
}
