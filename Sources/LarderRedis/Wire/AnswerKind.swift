/// What a command is answered with, unless it is refused.
///
/// Answers bear no name: they belong to requests by their order alone. One of a kind that its
/// request cannot have shows that the order is lost, and then no answer after it is worth
/// anything.
enum AnswerKind: Sendable, Equatable {
    /// `OK` and the like.
    case status
    /// `OK`, or nothing where a condition was not met.
    case conditional
    case text
    case number
    case list
    /// What our scripts return: a number or a status.
    case outcome
    case any
}

extension AnswerKind {
    /// What the command of these words is answered with.
    init(_ words: [RESPCommand.Word]) {
        guard case .text(let name)? = words.first else {
            self = .any
            return
        }
        self =
            switch name {
            case "GET", "GETRANGE": .text
            case "SET": words.dropFirst(3).contains("NX") ? .conditional : .status
            case "UNLINK": .number
            case "EVAL": .outcome
            case "SCAN": .list
            case "CLUSTER" where words.contains("SLOTS"): .list
            case "CLIENT" where words.contains("TRACKING"): .status
            case "PING", "SELECT", "ASKING": .status
            default: .any
            }
    }

    func admits(_ answer: RESPValue) -> Bool {
        switch (self, answer) {
        case (.any, _), (_, .error): true
        case (.status, .simple), (.conditional, .simple), (.conditional, .null): true
        case (.text, .bulk), (.text, .null): true
        case (.number, .integer), (.list, .array): true
        case (.outcome, .integer), (.outcome, .simple): true
        default: false
        }
    }
}
