#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif
import Larder
import Synchronization

/// A program that runs beside a test, and the lines it says.
///
/// Foundation's `Process` is not used: on Linux it reads past the end of a buffer when it lists
/// the open files, which kills the whole test run now and then.
package final class ChildProcess: Sendable {
    /// What the system knows it by.
    package let identifier: pid_t
    private let output: Int32
    private let input: Mutex<Int32>
    private let state = Mutex(State())
    /// One at a time: a program that inherited another's input would keep that from its end.
    private static let starting = Mutex(())

    private struct State {
        var rest: [UInt8] = []
        var exitCode: Int?
    }

    /// Why a program was not started: the system's error number.
    package struct StartError: Error { package let code: Int32 }

    /// Starts the program at `path`. Its input stays open until ``closeInput()`` or until this is
    /// released.
    package init(_ path: String, _ arguments: [String]) throws {
        let (child, toWrite, toRead) = try Self.starting.withLock { _ in
            let (toRead, toWrite) = (try Self.pipe(), try Self.pipe())
            defer {
                close(toRead.read)
                close(toWrite.write)
            }
            let child = try Self.spawn(path, arguments, input: toRead.read, output: toWrite.write)
            return (child, toRead.write, toWrite.read)
        }
        identifier = child
        input = Mutex(toWrite)
        output = toRead
    }

    deinit {
        closeInput()
        close(output)
        // One that has ended and was not waited for keeps the runner of exit tests from all others.
        guard state.withLock({ $0.exitCode }) == nil else { return }
        let identifier = identifier
        _ = OwnThread.start { while waitpid(identifier, nil, 0) < 0, errno == EINTR {} }
    }
}

extension ChildProcess {
    /// The next line, or `nil` when there is none any more. Blocks.
    package func line() -> String? {
        while true {
            let line: String? = state.withLock { state in
                guard let end = state.rest.firstIndex(of: 10) else { return nil }
                defer { state.rest.removeFirst(end + 1) }
                return String(decoding: state.rest[..<end], as: UTF8.self)
            }
            if let line { return line }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else { return nil }
            state.withLock { $0.rest.append(contentsOf: bytes.prefix(count)) }
        }
    }

    /// The next line, waited for on a thread of its own.
    package func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            let isStarted = OwnThread.start { continuation.resume(returning: self.line()) }
            if !isStarted { continuation.resume(returning: nil) }
        }
    }

    /// Reads on without an end, so that what the program says does not fill the pipe.
    package func ignoreOutput() {
        let copy = dup(output)
        _ = OwnThread.start {
            var bytes = [UInt8](repeating: 0, count: 4096)
            while read(copy, &bytes, bytes.count) > 0 {}
            close(copy)
        }
    }

    package func signal(_ number: Int32) { systemKill(identifier, number) }

    /// Ends it at once.
    package func kill() { signal(SIGKILL) }

    /// Ends the program's input. Harmless when repeated.
    package func closeInput() {
        input.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// Waits for the end; the exit code, or -1 after a signal.
    @discardableResult
    package func wait() -> Int {
        state.withLock { state in
            if let code = state.exitCode { return code }
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            let code = status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : -1
            state.exitCode = code
            return code
        }
    }

    /// Waits until it has stopped.
    package func waitForStop() {
        var status: Int32 = 0
        waitpid(identifier, &status, WUNTRACED)
    }

    /// A program that is built beside the tests, if it is there.
    package static func built(_ name: String) -> String? {
        let own = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let path = "\(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])/\(name)"
        return access(path, X_OK) == 0 ? path : nil
    }
}

extension ChildProcess {
    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard systemPipe(&ends) == 0 else { throw StartError(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ path: String, _ arguments: [String], input: Int32, output: Int32
    ) throws -> pid_t {
        var actions = Actions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let failure = posix_spawn(&child, path, &actions, nil, &words, environ)
        guard failure == 0 else { throw StartError(code: failure) }
        return child
    }
}

#if canImport(Darwin)
private typealias Actions = posix_spawn_file_actions_t?
#else
private typealias Actions = posix_spawn_file_actions_t
#endif

private func systemKill(_ process: pid_t, _ number: Int32) { kill(process, number) }

private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
