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
    /// Whoever read our output has gone, as `head` does. No reason to complain; what is printed of
    /// other work is no reason to stop, see ``WorkReport``.
    struct BrokenPipe: Error {}

    /// A failure to write to standard output, a full disk for instance.
    struct WriteError: Error, CustomStringConvertible {
        let code: Int32
        var description: String {
            code == EBADF
                ? "Standard output is closed."
                : "Writing to standard output failed: \(String(cString: strerror(code)))"
        }
    }

    /// Keeps the numbers of standard streams that the caller has closed from files that are opened
    /// next: what is printed would go into them. Using such a stream still fails.
    static func reserveStandardDescriptors() {
        for (number, flags) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", flags)
        }
    }

    /// Whether standard output is a person's terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether a line that changes can be shown on standard error.
    static var showsProgress: Bool {
        isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    }

    /// Lets a write to a closed pipe, or past the size that files may have, fail instead of ending
    /// the process.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The terminal's width in columns; 80 where nobody knows, 0 where there is none.
    static var columns: Int {
        var size = winsize()
        if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 { return Int(size.ws_col) }
        return environment["COLUMNS"].flatMap { Int($0) }.map { max(0, min($0, 10_000)) } ?? 80
    }

    /// The environment's variables.
    static var environment: [String: String] { ProcessInfo.processInfo.environment }

    static func print(_ text: String) throws {
        try output(Array((text + "\n").utf8))
    }

    static func output(_ bytes: some ContiguousBytes) throws {
        try bytes.withUnsafeBytes { buffer in
            switch writeAll(buffer, to: STDOUT_FILENO) {
            case nil: break
            case EPIPE: throw BrokenPipe()
            case let code?: throw WriteError(code: code)
            }
        }
    }

    /// Prints a message for a person, named as ours, on standard error.
    static func complain(_ message: String) {
        show("larder: \(message)\n")
    }

    /// Prints on standard error as it is. What cannot be written there has nowhere else to go.
    static func show(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { writeAll($0, to: STDERR_FILENO) }
    }

    static func leave(_ code: ExitCode) -> Never {
        if code == .brokenPipe {
            signal(SIGPIPE, SIG_DFL)
            kill(getpid(), SIGPIPE)
        }
        exit(code.rawValue)
    }

    /// Writes all of `bytes`; returns the error's number if that failed.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var done = 0
        while done < bytes.count {
            let written = write(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if written >= 0 {
                done += written
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
