import CLarderSystem
import Dispatch
import Larder

/// The tool's entrance: finds the command, parses its arguments, runs it.
@main
struct LarderTool {
    static let version = "0.1.0"

    static let commands: [Command] = [
        .get, .thumb, .convert, .warm, .show, .list, .info, .cat, .put, .remove, .clear, .trim,
        .verify, .stats, .sheet, .importing, .export,
        .demo, .completions, .manual,
    ]

    /// Not `async`: Dispatch would open descriptors before the first line.
    static func main() {
        Terminal.reserveStandardDescriptors()
        larder_keep_freed_memory()
        Terminal.ignoreWriteSignals()
        Task {
            Terminal.leave(await run())
        }
        dispatchMain()
    }

    private static func run() async -> ExitCode {
        do {
            return try await dispatch(GivenText.arguments())
        } catch let error as UsageError {
            Terminal.complain(error.message)
            return .usage
        } catch is Terminal.BrokenPipe {
            return .brokenPipe
        } catch {
            Terminal.complain(Describe.error(error))
            return .failure
        }
    }

    private static func dispatch(_ arguments: [String]) async throws -> ExitCode {
        guard let name = arguments.first else {
            try Terminal.print(Help.overview(of: commands))
            return .usage
        }
        switch name {
        case "--version", "-V": try Terminal.print("larder \(version)")
        case "--help", "-h": try Terminal.print(Help.overview(of: commands))
        case "help": try Terminal.print(help(for: arguments.dropFirst().first))
        default:
            let command = try find(name)
            guard !arguments.contains("--help") else {
                try Terminal.print(Help.text(of: command))
                return .success
            }
            return try await command.run(command.parse(arguments.dropFirst()))
        }
        return .success
    }

    private static func help(for name: String?) throws -> String {
        guard let name else { return Help.overview(of: commands) }
        return Help.text(of: try find(name))
    }

    private static func find(_ name: String) throws -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let kind = name.hasPrefix("-") ? "option" : "command"
        throw UsageError(
            unknown: kind, name, known: commands.map(\.name),
            advice: "`larder --help` lists the commands.")
    }
}
