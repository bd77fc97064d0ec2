import Testing

@testable import LarderCLI

@Suite struct ArgumentsTests {
    private let command = Command(
        name: "get", summary: "", operands: "URL…", operandCount: 1...3,
        options: [
            .json, Option("--output", short: "-o", value: "FILE", ""),
            Option("--header", short: "-H", value: "FIELD", isRepeatable: true, ""),
        ], discussion: ""
    ) { _ in .success }

    @Test(arguments: [
        ["--output", "x", "u"], ["--output=x", "u"], ["-o", "x", "u"], ["-ox", "u"],
        ["u", "-o", "x"], ["u", "--output=x"],
    ])
    func `a value is taken in each way of writing it`(words: [String]) throws {
        let arguments = try command.parse(words)
        #expect(arguments.value("--output") == "x")
        #expect(arguments.operands == ["u"])
    }

    @Test func `an empty value and one with an equals sign are values`() throws {
        #expect(try command.parse(["--header=", "u"]).value("--header") == "")
        #expect(throws: UsageError.self) { try command.parse(["--output=", "u"]) }
        #expect(try command.parse(["--output=a=b", "u"]).value("--output") == "a=b")
        #expect(try command.parse(["-o", "-", "u"]).value("--output") == "-")
    }

    @Test func `behind two dashes everything is an operand, and one dash always is`() throws {
        #expect(try command.parse(["--", "--json", "-o"]).operands == ["--json", "-o"])
        #expect(try command.parse(["-"]).operands == ["-"])
    }

    @Test func `an option that may be repeated keeps every value`() throws {
        let arguments = try command.parse(["-H", "A: 1", "--header=B: 2", "u"])
        #expect(arguments.values["--header"] == ["A: 1", "B: 2"])
    }

    @Test(arguments: [
        (["--jsn", "u"], "Did you mean --json?"),
        (["--ouput", "x", "u"], "Did you mean --output?"),
        (["-x", "u"], "no option \"-x\""), (["--json=1", "u"], "takes no value"),
        (["--output"], "needs a value"), (["-o", "a", "-o", "b", "u"], "given twice"),
        ([], "Too few"), (["a", "b", "c", "d"], "Too many"), (["--\u{1B}[31m", "u"], "\\u{1b}"),
    ])
    func `wrong usage says what is wrong`(words: [String], message: String) {
        #expect {
            try command.parse(words)
        } throws: {
            ($0 as? UsageError)?.message.contains(message) == true
        }
    }

    @Test(arguments: [
        ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0),
        ("--size", "--sise", 1),
    ])
    func `the distance of names is Levenshtein's`(left: String, right: String, distance: Int) {
        #expect(UsageError.distance(left, right) == distance)
    }

    @Test func `nothing is suggested for what is like nothing`() {
        #expect(UsageError.nearest(to: "frobnicate", among: ["get", "ls", "thumb"]) == nil)
        #expect(UsageError.nearest(to: "tumb", among: ["get", "ls", "thumb"]) == "thumb")
        #expect(UsageError.nearest(to: "x", among: []) == nil)
    }
}
