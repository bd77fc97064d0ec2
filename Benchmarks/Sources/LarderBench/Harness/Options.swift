/// The command line: words, and `--name value` pairs.
struct Options: Sendable {
    /// What stands alone, in order; the suite's name first.
    let words: [String]

    private let values: [String: String]

    /// Reads `arguments`. A `--name` that another option or nothing follows stands for "yes".
    init(_ arguments: [String]) {
        var words: [String] = []
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let hasValue = rest.first.map { !$0.hasPrefix("--") } ?? false
            values[String(argument.dropFirst(2))] = hasValue ? rest.removeFirst() : "yes"
        }
        self.words = words
        self.values = values
    }
}

extension Options {
    /// Whether `--name` was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The text after `--name`, or `nil` without that option.
    func text(_ name: String) -> String? { values[name] }

    /// The whole number after `--name`, or `fallback` without that option.
    func number(_ name: String, default fallback: Int) throws -> Int {
        guard let text = values[name] else { return fallback }
        guard let number = Int(text) else { throw Malformed(option: name, text: text) }
        return number
    }

    /// The words after `--name`, separated by commas, or `nil` without that option.
    func list(_ name: String) -> [String]? {
        values[name]?.split(separator: ",").map(String.init)
    }

    /// An option whose value cannot be read.
    struct Malformed: Error, CustomStringConvertible {
        let option: String
        let text: String

        var description: String { "--\(option) wants a whole number, not “\(text)”" }
    }
}
