extension Command {
    static let completions = Command(
        name: "completions", summary: "Print the completions for a shell.",
        operands: "bash|zsh|fish", operandCount: 1...1, options: [],
        discussion: """
            Where they go:
              bash: larder completions bash >~/.local/share/bash-completion/completions/larder
              zsh: larder completions zsh >FOLDER/_larder, where FOLDER is one of $fpath
              fish: larder completions fish >~/.config/fish/completions/larder.fish
            """
    ) { arguments in
        let name = arguments.operands[0]
        guard let shell = Completions.shells.first(where: { $0.0 == name }) else {
            throw UsageError(
                unknown: "shell", name, known: Completions.shells.map(\.0),
                advice: "Completions are there for bash, zsh and fish.")
        }
        try Terminal.print(shell.1(LarderTool.commands))
        return .success
    }

    static let manual = Command(
        name: "man", summary: "Print the manual page.", operands: "", operandCount: 0...0,
        options: [], discussion: "To read it: larder man | man -l -"
    ) { _ in
        try Terminal.print(Manual.text(of: LarderTool.commands, version: LarderTool.version))
        return .success
    }
}
