import Testing

@testable import LarderRedis

@Suite struct ClusterMapTests {
    @Test(arguments: [
        ("123456789", 0x31C3), ("", 0), ("{user1000}.following", 0), ("foo{}{bar}", 0),
        ("foo{{bar}}zap", 0), ("foo{bar}{zap}", 0),
    ])
    func `a key lies in the slot that the specification says`(key: String, sum: Int) {
        let hashed = [
            "{user1000}.following": "user1000", "foo{}{bar}": nil, "foo{{bar}}zap": "{bar",
            "foo{bar}{zap}": "bar",
        ]
        let slot = ClusterMap.slot(of: key.utf8)
        if case let tag?? = hashed[key] {
            #expect(slot == ClusterMap.slot(of: tag.utf8))
        } else if sum != 0 {
            #expect(slot == sum % 16_384)
        }
        #expect((0..<16_384).contains(slot))
    }

    @Test func `what is unknown is asked of the seeds, and answers are learnt`() {
        var map = ClusterMap(seeds: [.host("a", port: 1), .host("b", port: 2)])
        #expect(map.node(of: 7) == 1 && map.owning == [0, 1])
        let node = map.node(host: "c", port: 3, namedBy: 0, isConnected: { _ in false })
        map.move(7, to: node ?? -1)
        #expect(node == 2 && map.node(of: 7) == 2 && map.owning == [2])
        let primary = RESPValue.array([.bulk([]), .integer(9), .bulk([1])])
        let isLearnt = map.replace(
            by: .array([.array([.integer(0), .integer(16_383), primary])]), from: 1,
            isConnected: { _ in false })
        #expect(isLearnt && map.nodes[map.node(of: 7)] == .host("b", port: 9))
    }

    @Test(arguments: [
        RESPValue.null, .array([]), .error("ERR"),
        .array([.array([.integer(-1), .integer(99_999), .array([.bulk([]), .integer(1)])])]),
        .array([.array([.integer(5), .integer(4), .array([.bulk([]), .integer(1)])]), .null]),
    ])
    func `an answer that makes no sense changes nothing`(answer: RESPValue) {
        var map = ClusterMap(seeds: [.host("a", port: 1)])
        _ = map.replace(by: answer, from: 0, isConnected: { _ in false })
        #expect(map.owning == [0])
    }

    @Test func `nodes that come and go do not use up the numbers`() {
        var map = ClusterMap(seeds: [.host("seed", port: 1)])
        var numbers: Set<Int> = []
        for round in 0..<300 {
            let node = map.node(
                host: "n\(round)", port: 1, namedBy: 0, isConnected: { $0 == 5 || $0 == 0 })
            map.move(7, to: node ?? -1)
            #expect(map.nodes[map.node(of: 7)] == .host("n\(round)", port: 1))
            numbers.insert(map.node(of: 7))
        }
        #expect(map.nodes.count == ClusterMap.nodeLimit && !numbers.contains(0))
        #expect(map.nodes[0] == .host("seed", port: 1) && map.nodes[5] == .host("n4", port: 1))
        let full = map.node(host: "x", port: 1, namedBy: 0, isConnected: { _ in true })
        #expect(full == nil)
    }

    @Test func `a place without a host is the one that answered`() {
        var map = ClusterMap(seeds: [.host("a", port: 1), .host("b", port: 2)])
        let node = map.node(host: "", port: 9, namedBy: 1, isConnected: { _ in false })
        #expect(node.map { map.nodes[$0] } == .host("b", port: 9))
    }

    @Test func `redirections are told from other refusals`() {
        #expect(
            Redirection(.error("MOVED 3999 127.0.0.1:6381"))
                == Redirection(movedSlot: 3999, host: "127.0.0.1", port: 6381))
        #expect(
            Redirection(.error("ASK 1 ::1:6381"))
                == Redirection(movedSlot: nil, host: "::1", port: 6381))
        #expect(
            Redirection(.error("MOVED 1 :6381"))
                == Redirection(movedSlot: 1, host: "", port: 6381))
        for text in [
            "MOVED", "MOVED x y:1", "ERR 1 a:2", "ASK 1 nothing", "OOM command not allowed",
        ] {
            #expect(Redirection(.error(text)) == nil)
        }
    }

    @Test func `a command that asks for a slot on its way asks before each part`() {
        let command = RESPCommand("GET", "a").then("GET", "b")
        let asking = command.asking
        #expect(asking.answers == 4)
        let parts = RESPCommand("ASKING").then("GET", "a").then("ASKING").then("GET", "b")
        #expect(asking.bytes == parts.bytes)
    }
}
