/// A parsed command line.
struct Arguments: Sendable, Equatable {
    var operands: [String] = []
    var switches: Set<String> = []
    var values: [String: [String]] = [:]
}

extension Arguments {
    func has(_ name: String) -> Bool { switches.contains(name) }

    func value(_ name: String) -> String? { values[name]?.last }

    /// Refuses two options of which one would have no effect beside the other.
    func refuse(_ name: String, with other: String) throws {
        guard has(name) || values[name] != nil, has(other) || values[other] != nil else { return }
        throw UsageError("\(name) and \(other) do not go together. Give one of them.")
    }
}

extension Command {
    /// Parses what follows the command's name: options anywhere, `--` before operands that begin
    /// with a dash, values as `--name VALUE`, `--name=VALUE`, `-n VALUE` or `-nVALUE`.
    func parse(_ words: some Sequence<String>) throws -> Arguments {
        var arguments = Arguments()
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments.operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                arguments.operands.append(word)
                continue
            }
            try take(word, from: &rest, into: &arguments)
        }
        try checkCount(of: arguments.operands)
        return arguments
    }

    private func take(
        _ word: String, from rest: inout ArraySlice<String>, into arguments: inout Arguments
    ) throws {
        let (option, attached) = try find(word)
        guard let valueName = option.value else {
            guard attached == nil else { throw UsageError("\(option.name) takes no value.") }
            arguments.switches.insert(option.name)
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("\(option.name) needs a value: \(option.name) \(valueName)")
        }
        guard !value.isEmpty || !option.takesName else {
            throw UsageError("\(option.name) needs a name: \(option.name) \(valueName)")
        }
        guard option.isRepeatable || arguments.values[option.name] == nil else {
            throw UsageError("\(option.name) is given twice.")
        }
        arguments.values[option.name, default: []].append(value)
    }

    private func find(_ word: String) throws -> (Option, attached: String?) {
        let isLong = word.hasPrefix("--")
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = isLong ? String(parts[0]) : String(word.prefix(2))
        if let option = options.first(where: { $0.name == name || $0.short == name }) {
            let attached =
                isLong ? parts.dropFirst().first.map(String.init) : word.dropFirst(2).text
            return (option, attached)
        }
        throw UsageError(
            unknown: "option", name, known: options.map(\.name),
            advice: "`larder \(self.name) --help` lists the options.")
    }

    private func checkCount(of operands: [String]) throws {
        guard !operandCount.contains(operands.count) else { return }
        let problem = operands.count < operandCount.lowerBound ? "Too few" : "Too many"
        throw UsageError("\(problem) arguments. Usage: \(Help.usage(of: self))")
    }
}

extension Substring {
    /// The text, or `nil` when there is none.
    fileprivate var text: String? { isEmpty ? nil : String(self) }
}
