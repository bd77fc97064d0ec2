/// The help texts, made of the commands' own descriptions.
enum Help {
    static let introduction =
        "A cache for pictures and files: in memory, on disk, from the network. HTTP's own rules "
        + "decide what is served from where."

    static let environment: [(name: String, meaning: String)] = [
        ("LARDER_CACHE", "The cache's directory, unless --cache names one."),
        ("XDG_CACHE_HOME", "Where the user's caches lie; without it ~/.cache."),
        ("NO_COLOR", "Set to anything, nothing is printed in colour."),
        ("COLUMNS", "The terminal's width, where the terminal itself does not tell."),
    ]

    static func overview(of commands: [Command]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
        return """
            larder: a cache for pictures and files, in memory, on disk, from the network.

            Usage: larder COMMAND [OPTIONS] …

            \(lines.joined(separator: "\n"))

            `larder COMMAND --help` tells more. `larder --version` tells the version.
            Exit codes: 0 all done, 1 something failed, 2 wrong usage, 128 and more a signal.
            """
    }

    static func usage(of command: Command) -> String {
        let options = command.options.isEmpty ? "" : " [OPTIONS]"
        return "larder \(command.name)\(options) \(command.operands)".trimmedEnd
    }

    static func text(of command: Command) -> String {
        var text = "\(command.summary)\n\nUsage: \(usage(of: command))\n\n" + options(of: command)
        if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
        return String(text.dropLast())
    }

    private static func options(of command: Command) -> String {
        let all = command.allOptions
        let names = all.map { option in
            let short = option.short.map { "\($0), " } ?? "    "
            return short + option.name + (option.value.map { " \($0)" } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        return zip(names, all).map { "  \($0.padded(to: width))  \($1.help)\n" }.joined()
    }
}
