import CLarderSystem
import Dispatch
import Synchronization

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

/// The files that are being written, so that a signal that ends the tool takes them along.
enum UnfinishedFiles {
    private struct State {
        var names: Set<String> = []
        var count = 0
        /// The folders that were looked through for what died processes have left.
        var swept: Set<Substring> = []
        var signals: [any DispatchSourceSignal] = []
        /// What winds the tool's work up, if it can be.
        var cancel: (@Sendable () -> Void)?
        /// The signal that made it wind up.
        var number: Int32?
    }

    private static let state = Mutex(State())

    /// Creates a file in the same folder that has no name, and so goes with the process however
    /// that ends. `nil` where there is no such thing.
    static func unnamed(beside path: String) -> Int32? {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = larder_open_unnamed(String(folder), 0o666)
        return descriptor >= 0 ? descriptor : nil
    }

    /// A name in the same folder, so that renaming is one step, that no other file has.
    static func name(beside path: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let number = state.withLock { state in
            if state.swept.insert(folder).inserted { Leftovers.remove(in: String(folder)) }
            state.count += 1
            return state.count
        }
        return "\(folder).larder-\(getpid())-\(number).part"
    }

    /// Creates the file and returns its descriptor, or -1 with `errno` set.
    static func create(_ name: String) -> Int32 {
        state.withLock { state in
            watchSignals(&state)
            // Ours alone: a file that is there, or a link, is not written to.
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                state.names.insert(name)
                Leftovers.hold(descriptor)
            }
            return descriptor
        }
    }

    /// Gives a file that has none a name. Returns 0, or a negative `errno`.
    static func name(_ descriptor: Int32, _ name: String, naming give: OutputFile.Naming) -> Int32 {
        state.withLock { state in
            watchSignals(&state)
            Leftovers.hold(descriptor)
            let code = give(descriptor, name)
            if code == 0 { state.names.insert(name) }
            return code
        }
    }

    /// Makes a folder. Returns a descriptor of it, or -1 with `errno` set.
    static func createFolder(_ name: String) -> Int32 {
        state.withLock { state in
            watchSignals(&state)
            guard mkdir(name, 0o777) == 0 else { return -1 }
            state.names.insert(name)
            let descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor >= 0 { Leftovers.hold(descriptor) }
            return descriptor
        }
    }

    /// Leaves the file or folder alone from now on.
    static func forget(_ name: String) {
        state.withLock { _ = $0.names.remove(name) }
    }

    /// Deletes the file, or the folder with all that is in it, unless it was finished.
    static func remove(_ name: String) {
        state.withLock { state in
            if state.names.remove(name) != nil { delete(name) }
        }
    }

    /// A thread that is still writing may give a file in the folder its name while the folder is
    /// emptied; then it is emptied once more.
    private static func delete(_ name: String) {
        guard unlink(name) != 0, errno != ENOENT else { return }
        for _ in 0..<3 where (try? FileManager.default.removeItem(atPath: name)) == nil {}
    }

    /// Runs `work`, which the first signal cancels, so that it can keep what it has; the tool ends
    /// by that signal when it has wound up, or at the second one.
    static func interruptible<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        // The signals are heard before the work begins, which may come far before this goes on.
        let task = state.withLock { state in
            watchSignals(&state)
            let task = Task(operation: work)
            state.cancel = { task.cancel() }
            return task
        }
        let result = await task.result
        let number = state.withLock { state in
            state.cancel = nil
            return state.number
        }
        if let number { end(by: number) }
        return try result.get()
    }

    private static func watchSignals(_ state: inout State) {
        guard state.signals.isEmpty else { return }
        state.signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { hear(number) }
            source.resume()
            return source
        }
    }

    /// Ends the tool, or lets it wind up.
    private static func hear(_ number: Int32) {
        let cancel = state.withLock { state in
            defer { state.cancel = nil }
            if state.cancel != nil { state.number = number }
            return state.cancel
        }
        if let cancel { cancel() } else { end(by: number) }
    }

    /// Holds the lock to the end, so that no other file is begun.
    private static func end(by number: Int32) {
        state.withLock { state in
            for name in state.names { delete(name) }
            signal(number, SIG_DFL)
            kill(getpid(), number)
            // The signal ends the process before anybody can take the lock.
            while true { pause() }
        }
    }
}
