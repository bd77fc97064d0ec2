#if os(Linux)
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// Runs the programs that stand in for the world outside: a real server, a certificate authority.
enum Shell {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Lets go of what other tests have open in this process: a server that is started would hold
    /// it for as long as it runs.
    private static let prelude = """
        for file in /proc/self/fd/*; do
            number=${file##*/}
            [ "$number" -le 2 ] || eval "exec $number>&-"
        done
        """

    /// Runs `script` by bash and returns what it prints.
    @discardableResult
    static func run(_ script: String) throws -> String {
        let input = "exec bash 2>&1 <<'END_OF_SCRIPT'\n\(prelude)\n\(script)\nEND_OF_SCRIPT"
        guard let pipe = popen(input, "r") else {
            throw Failure(description: "The shell could not be started.")
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            output += buffer[..<count]
        }
        let text = String(decoding: output, as: UTF8.self)
        guard pclose(pipe) == 0 else { throw Failure(description: "\(script)\nfailed:\n\(text)") }
        return text
    }

    static func has(_ programs: String...) -> Bool {
        programs.allSatisfy { program in
            do {
                try run("command -v \(program)")
                return true
            } catch {
                return false
            }
        }
    }
}
#endif
