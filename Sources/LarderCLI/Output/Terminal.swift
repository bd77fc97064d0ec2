#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard output and standard error.
enum Terminal {
    /// Whoever read our output has gone, as `head` does. No reason to complain.
    struct BrokenPipe: Error {}

    /// A failure to write to standard output, a full disk for instance.
    struct WriteError: Error, CustomStringConvertible {
        let code: Int32
        var description: String {
            "Writing to standard output failed: \(String(cString: strerror(code)))"
        }
    }

    /// Whether standard output is a person's terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Lets a write to a closed pipe fail instead of ending the process.
    static func ignoreBrokenPipe() {
        signal(SIGPIPE, SIG_IGN)
    }

    static func print(_ text: String) throws {
        try output(Array((text + "\n").utf8))
    }

    static func output(_ bytes: some ContiguousBytes) throws {
        try bytes.withUnsafeBytes { try writeAll($0, to: STDOUT_FILENO) }
    }

    /// Prints a message for a person, named as ours, on standard error.
    static func complain(_ message: String) {
        let bytes = Array("larder: \(message)\n".utf8)
        // A message that cannot be written has nowhere else to go.
        try? bytes.withUnsafeBytes { try writeAll($0, to: STDERR_FILENO) }
    }

    static func leave(_ code: ExitCode) -> Never {
        exit(code.rawValue)
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        var done = 0
        while done < bytes.count {
            let written = write(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if written > 0 {
                done += written
            } else if errno == EPIPE {
                throw BrokenPipe()
            } else if errno != EINTR {
                throw WriteError(code: errno)
            }
        }
    }
}
