import Dispatch
import Synchronization

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
        var signals: [any DispatchSourceSignal] = []
    }

    private static let state = Mutex(State())

    /// A name in the same folder, so that renaming is one step, that no other file has.
    static func name(beside path: String) -> String {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return "\(folder).larder-\(getpid())-\(number).part"
    }

    /// Creates the file and returns its descriptor, or -1 with `errno` set.
    static func create(_ name: String) -> Int32 {
        state.withLock { state in
            watchSignals(&state)
            // Ours alone: a file that is there, or a link, is not written to.
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { state.names.insert(name) }
            return descriptor
        }
    }

    /// Leaves the file alone from now on.
    static func forget(_ name: String) {
        state.withLock { _ = $0.names.remove(name) }
    }

    /// Deletes the file unless it was finished.
    static func remove(_ name: String) {
        state.withLock { state in
            if state.names.remove(name) != nil { unlink(name) }
        }
    }

    private static func watchSignals(_ state: inout State) {
        guard state.signals.isEmpty else { return }
        state.signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { end(by: number) }
            source.resume()
            return source
        }
    }

    /// Holds the lock to the end, so that no other file is begun.
    private static func end(by number: Int32) {
        state.withLock { state in
            for name in state.names { unlink(name) }
            signal(number, SIG_DFL)
            kill(getpid(), number)
            // The signal ends the process before anybody can take the lock.
            while true { pause() }
        }
    }
}
