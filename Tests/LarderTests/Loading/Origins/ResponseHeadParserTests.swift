import Testing

@testable import Larder

@Suite struct `A response's head` {
    private typealias Outcome = ResponseHeadParser.Outcome

    /// The outcome of the last of `lines`.
    private func parse(_ lines: [String]) -> Outcome {
        var parser = ResponseHeadParser()
        return lines.reduce(Outcome.more) { last, line in
            if case .malformed = last { return last }
            let bytes = line.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + [13, 10]
            return bytes.withUnsafeBytes { parser.receive($0) }
        }
    }

    @Test(
        arguments: [
            (["HTTP/1.1 200 OK", ""], 200, [:]),
            (["HTTP/2 204 ", ""], 204, [:]),
            (
                ["HTTP/1.0 404 Not Found", "A: 1", "a:2  ", "B:", ""], 404,
                ["A": "1", "a": "2", "B": ""]
            ),
            (
                ["HTTP/1.1 200 OK", "A: 1", "\t2", "  3", "B : x", ""], 200,
                ["A": "1 2 3", "B": "x"]
            ),
            (
                ["HTTP/1.1 200 OK", "L: caf\u{E9}", "N: a\u{0}b\rc", ""], 200,
                ["L": "caf\u{E9}", "N": "a b c"]
            ),
            (
                ["HTTP/1.1 100 Continue", "X: 1", "", "HTTP/1.1 200 OK", "A: 1", ""], 200,
                ["A": "1"]
            ),
            (
                ["HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 1", ""], 200,
                ["Content-Length": "1", "Content-Length": "1"]
            ),
        ] as [([String], Int, HTTPFields)])
    func `is put together of its lines`(lines: [String], status: Int, fields: HTTPFields) {
        #expect(parse(lines) == .head(.init(status: status, fields: fields)))
        #expect(parse(lines.dropLast()) == .more)
    }

    @Test(arguments: [
        ["ICY 200 OK"], ["HTTP/1.1"], ["HTTP/1.1 20 OK"], ["HTTP/1.1 2000"], ["HTTP/1.1 abc"],
        ["HTTP/1.1 099 X"], [""], ["HTTP/1.1 200 OK", "no colon"], ["HTTP/1.1 200 OK", ": x"],
        ["HTTP/1.1 200 OK", " folded"], ["HTTP/1.1 101 Switching", ""],
        ["HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2", ""],
    ])
    func `is refused where it is no HTTP`(lines: [String]) {
        guard case .malformed = parse(lines) else {
            Issue.record("\(lines) was taken")
            return
        }
    }

    @Test(arguments: ["A: 1", " more", "A: " + String(repeating: "x", count: 1000)])
    func `is refused when it does not end`(line: String) {
        let lines = ["HTTP/1.1 200 OK", "First: 1"] + Array(repeating: line, count: 90_000)
        guard case .malformed(let reason) = parse(lines) else {
            Issue.record("an endless head was taken")
            return
        }
        #expect(reason.contains("256 KiB"))
    }

    @Test func `is not changed by trailers`() {
        var parser = ResponseHeadParser()
        for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] {
            _ = Array(line.utf8).withUnsafeBytes { parser.receive($0) }
        }
        #expect(parser.isComplete)
        #expect(Array("Late: 1\r\n".utf8).withUnsafeBytes { parser.receive($0) } == .more)
    }
}
