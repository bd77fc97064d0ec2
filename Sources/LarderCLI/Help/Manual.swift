/// The manual page, made of the commands' own descriptions. `Docs/larder.1` is a copy.
enum Manual {
    static func text(of commands: [Command], version: String) -> String {
        """
        .TH LARDER 1 "" "larder \(version)" "User Commands"
        .SH NAME
        larder \\- a cache for pictures and files, in memory, on disk, from the network
        .SH SYNOPSIS
        \(commands.map(synopsis).joined(separator: "\n.br\n"))
        .SH DESCRIPTION
        \(escaped(Help.introduction))
        .SH COMMANDS
        \(commands.map(section).joined(separator: "\n"))
        .SH EXIT STATUS
        .TP
        .B 0
        Everything was done, whether or not somebody has read what was printed of it.
        .TP
        .B 1
        Something could not be done; the messages on standard error say what.
        .TP
        .B 2
        The command line makes no sense; nothing was done.
        .TP
        .B 128 and more
        A signal ended it, as its number tells: 130 after Ctrl\\-C, 141 where what was asked for
        was to be printed and its reader has gone.
        .SH ENVIRONMENT
        \(Help.environment.map { ".TP\n.B \(escaped($0.name))\n\(escaped($0.meaning))" }
            .joined(separator: "\n"))
        """
    }

    private static func synopsis(_ command: Command) -> String {
        let operands = command.operands.isEmpty ? "" : "\n.I \(escaped(command.operands))"
        return ".B larder \(escaped(command.name))"
            + (command.options.isEmpty ? "" : "\n[OPTIONS]") + operands
    }

    private static func section(_ command: Command) -> String {
        let options = command.options.map { option in
            let names = [option.short, option.name].compactMap { $0 }.joined(separator: ", ")
            let value = option.value.map { " \($0)" } ?? ""
            return ".TP\n.B \(escaped(names + value))\n\(escaped(option.help))"
        }
        let text = [".SS \(escaped(command.name))", escaped(command.summary)]
        let discussion = command.discussion.isEmpty ? [] : [".PP", paragraph(command.discussion)]
        return (text + discussion + options).joined(separator: "\n")
    }

    /// Text to be filled, but for its indented lines, which stay as they are.
    private static func paragraph(_ text: String) -> String {
        var lines: [String] = []
        var isFilled = true
        for line in escaped(text).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(" ") == isFilled { lines.append(isFilled ? ".nf" : ".fi") }
            isFilled = !line.hasPrefix(" ")
            lines.append(String(line))
        }
        return (lines + (isFilled ? [] : [".fi"])).joined(separator: "\n")
    }

    /// Text that troff prints as it is, also at the beginning of a line.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
            return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
        }.joined(separator: "\n")
    }
}
