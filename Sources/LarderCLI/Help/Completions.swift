/// Completion scripts, made of the commands' own descriptions.
enum Completions {
    static let shells: [(String, @Sendable ([Command]) -> String)] = [
        ("bash", bash), ("zsh", zsh), ("fish", fish),
    ]

    @Sendable static func bash(_ commands: [Command]) -> String {
        let cases = commands.map { command in
            "        \(command.name)) words='\(words(of: command).joined(separator: " "))' ;;"
        }
        return """
            _larder() {
                local current=${COMP_WORDS[COMP_CWORD]} words=
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words='\(commands.map(\.name).joined(separator: " ")) --help --version'
                elif [ "${current#-}" != "$current" ]; then
                    case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                    esac
                else
                    COMPREPLY=($(compgen -f -- "$current"))
                    return
                fi
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -o filenames -F _larder larder
            """
    }

    @Sendable static func zsh(_ commands: [Command]) -> String {
        let names = commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        let cases = commands.map { command in
            let options = command.allOptions.map { "            \(zshOption($0)) \\\n" }
            return
                "        \(command.name)) _arguments \\\n\(options.joined())            '*:: :_files' ;;"
        }
        return """
            #compdef larder
            _larder() {
                local -a commands=(
            \(names.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _larder "$@"
            """
    }

    @Sendable static func fish(_ commands: [Command]) -> String {
        commands.map { command in
            let head =
                "complete -c larder -n __fish_use_subcommand -f -a \(command.name) "
                + "-d \(quoted(command.summary))"
            let options = command.allOptions.map { option in
                let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
                return "complete -c larder -n '__fish_seen_subcommand_from \(command.name)'"
                    + " -l \(option.name.dropFirst(2))\(short)\(option.value == nil ? "" : " -r")"
                    + " -d \(quoted(option.help))"
            }
            return ([head] + options).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension Completions {
    private static func words(of command: Command) -> [String] {
        command.allOptions.flatMap { [$0.name] + [$0.short].compactMap { $0 } }
    }

    private static func zshOption(_ option: Option) -> String {
        let help = "[\(option.help.map { "[]:".contains($0) ? " " : String($0) }.joined())]"
        let value = option.value.map { ":\($0):_files" } ?? ""
        let star = option.isRepeatable ? "*" : ""
        guard let short = option.short else { return quoted(star + option.name + help + value) }
        return "\(star.isEmpty ? quoted("(\(short) \(option.name))") : "'*'")"
            + "{\(short),\(option.name)}" + quoted(help + value)
    }

    /// In single quotes, for any of the three shells.
    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}
