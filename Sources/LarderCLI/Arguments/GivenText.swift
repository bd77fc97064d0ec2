#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a shell hands over, which may be any bytes.
///
/// Bytes that are no UTF-8 would be read as U+FFFD: two keys became one, and a path another. They
/// are wrong usage.
enum GivenText {
    /// The words of the command line behind the program's name.
    static func arguments() throws -> [String] {
        try (1..<max(1, Int(CommandLine.argc))).compactMap { number in
            try CommandLine.unsafeArgv[number].map { try text($0, called: "Argument \(number)") }
        }
    }

    /// The environment's variable of that name.
    static func variable(_ name: String) throws -> String? {
        try getenv(name).map { try text($0, called: name) }
    }

    private static func text(_ bytes: UnsafePointer<CChar>, called name: String) throws -> String {
        guard let text = String(validatingCString: bytes) else {
            throw UsageError("\(name) is no UTF-8.")
        }
        return text
    }
}
