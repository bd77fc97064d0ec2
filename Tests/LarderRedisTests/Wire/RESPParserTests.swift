import LarderTesting
import Testing

@testable import LarderRedis

@Suite struct RESPParserTests {
    /// One message of every kind, nested and empty ones too, with what it says.
    static let messages: [(String, RESPValue?)] = [
        ("+OK\r\n", .simple("OK")), ("-OOM no room\r\n", .error("OOM no room")),
        (":-42\r\n", .integer(-42)), ("$3\r\na\rb\r\n", .bulk(Array("a\rb".utf8))),
        ("$0\r\n\r\n", .bulk([])), ("$-1\r\n", .null), ("*-1\r\n", .null), ("_\r\n", .null),
        ("#t\r\n", .boolean(true)), (",1.5\r\n", .number("1.5")),
        ("(99999999999999999999\r\n", .number("99999999999999999999")),
        ("!5\r\nERR x\r\n", .error("ERR x")), ("=6\r\ntxt:hi\r\n", .bulk(Array("hi".utf8))),
        ("*0\r\n", .array([])),
        ("*2\r\n:1\r\n*1\r\n$1\r\nx\r\n", .array([.integer(1), .array([.bulk([120])])])),
        ("%1\r\n+a\r\n:1\r\n", .array([.simple("a"), .integer(1)])),
        ("~1\r\n:7\r\n", .array([.integer(7)])),
        (
            ">2\r\n+invalidate\r\n*1\r\n$1\r\nk\r\n",
            .push([.simple("invalidate"), .array([.bulk([107])])])
        ),
        ("|1\r\n+ttl\r\n*1\r\n:9\r\n:3\r\n", .integer(3)), ("|0\r\n:4\r\n", .integer(4)),
        ("*2\r\n|1\r\n+a\r\n+b\r\n:1\r\n*0\r\n", .array([.integer(1), .array([])])),
    ]

    @Test(arguments: messages)
    func `every kind of message means what it should`(message: String, value: RESPValue?) throws {
        #expect(try values(in: Array(message.utf8)) == [value])
    }

    @Test(arguments: 1...7)
    func `messages cut anywhere mean the same`(cut: Int) throws {
        let all = Self.messages.map(\.0).joined()
        #expect(try values(in: Array(all.utf8), cut: cut) == Self.messages.map(\.1))
    }

    @Test(arguments: [
        "hello\r\n", "\r\n", ":\r\n", ":1x\r\n", ":99999999999999999999\r\n", "$-2\r\n", "*-2\r\n",
        "$2\r\nabc\r\n", "$1\r\na\n\n", "+a\n", "*1\r\n?\r\n", "$\r\n", "*x\r\n", "%-2\r\n",
    ])
    func `what is no protocol is a violation, and stays one`(message: String) throws {
        var parser = RESPParser(limit: 1 << 20)
        var values: [RESPValue] = []
        for bytes in [message, "+OK\r\n"] {
            #expect(throws: RESPViolation.self) {
                try Array(bytes.utf8).withUnsafeBytes { bytes throws in
                    try parser.read(bytes, into: &values)
                }
            }
        }
        #expect(values.isEmpty)
    }

    @Test(arguments: [
        "$1048577\r\n", "*20000\r\n", "%9000\r\n", "$9223372036854775807\r\n",
        "*9223372036854775807\r\n", "%9223372036854775807\r\n",
        String(repeating: "*1\r\n", count: 100), "+" + String(repeating: "a", count: 70_000),
        "*3\r\n"
            + String(
                repeating: "$500000\r\n" + String(repeating: "a", count: 500_000) + "\r\n", count: 3
            ),
    ])
    func `a value over the limit is refused before it costs memory`(message: String) {
        #expect(throws: RESPViolation.self) { try values(in: Array(message.utf8)) }
    }

    @Test func `no bytes make it trap, and what is whole before them is kept`() {
        var random = SeededGenerator(seed: 7)
        let seeds = Self.messages.map { Array($0.0.utf8) }
        for _ in 0..<4_000 {
            var bytes = (0..<3).flatMap { _ in seeds.randomElement(using: &random) ?? [] }
            let kept = bytes
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    Bool.random(using: &random)
                    ? .random(in: 0...255, using: &random)
                    : Array("*$:+-%|>\r\n0129".utf8).randomElement(using: &random) ?? 0
            }
            var parser = RESPParser(limit: 1 << 16)
            var found: [RESPValue] = []
            while !bytes.isEmpty {
                let part = bytes.prefix(Int.random(in: 1...9, using: &random))
                bytes.removeFirst(part.count)
                // Violations are what most of these end in.
                try? part.withUnsafeBytes { bytes throws in try parser.read(bytes, into: &found) }
            }
            #expect(found.count <= kept.count)
        }
    }

    @Test(arguments: ["*9223372036854775807", "%4611686018427387904", "$9223372036854775807"])
    func `no length makes it trap, whatever the limit`(line: String) {
        var parser = RESPParser(limit: .max)
        var values: [RESPValue] = []
        #expect(throws: RESPViolation.self) {
            try Array("\(line)\r\n".utf8).withUnsafeBytes { bytes throws in
                try parser.read(bytes, into: &values)
            }
        }
    }

    @Test func `a command's words are sent as they are`() {
        let command = RESPCommand("GET", .bytes([1, 13, 10])).then("PX", .number(-5), .text("é"))
        let expected =
            "*2\r\n$3\r\nGET\r\n$3\r\n\u{1}\r\n\r\n*3\r\n$2\r\nPX\r\n$2\r\n-5\r\n$2\r\né\r\n"
        #expect(String(decoding: command.bytes, as: UTF8.self) == expected)
        #expect(command.answers == 2)
    }
}

extension RESPParserTests {
    private func values(in bytes: [UInt8], cut: Int = .max) throws -> [RESPValue] {
        var parser = RESPParser(limit: 1 << 20)
        var values: [RESPValue] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(cut)
            try part.withUnsafeBytes { bytes throws in try parser.read(bytes, into: &values) }
            rest = rest.dropFirst(cut)
        }
        return values
    }
}
