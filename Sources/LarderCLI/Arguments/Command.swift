/// One command of the tool: how it is written, and what it does.
struct Command: Sendable {
    let name: String
    let summary: String
    /// The operands as the usage line shows them.
    let operands: String
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>
    let options: [Option]
    /// What the help says besides, in whole sentences.
    let discussion: String
    let run: @Sendable (Arguments) async throws -> ExitCode
}

extension Command {
    /// Its own options and those that every command has.
    var allOptions: [Option] { options + [Option("--help", "Print this help.")] }
}

/// An option of a command: a switch, or one that takes a value.
struct Option: Sendable {
    /// The long name with its dashes.
    let name: String
    /// The letter with its dash.
    let short: String?
    /// The value's name as the help shows it; `nil` for a switch.
    let value: String?
    let help: String
    /// Whether it may be given several times.
    let isRepeatable: Bool

    /// Whether its value names something on disk, so that an empty one makes no sense.
    var takesName: Bool { value == "FILE" || value == "DIR" }

    init(
        _ name: String, short: String? = nil, value: String? = nil, isRepeatable: Bool = false,
        _ help: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
        self.isRepeatable = isRepeatable
    }
}
