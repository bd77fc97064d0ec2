import Larder
import Synchronization

/// Shows how far transfers have come, on a terminal, a few times a second.
final class ProgressDisplay: Sendable {
    private struct State {
        var progress: Progress
        var shownAt: Duration?
    }

    private let state: Mutex<State>
    private let isShown: Bool
    private let start = TimeSource.system.uptime()

    /// Nothing is shown unless standard error is a terminal.
    init(total: Int, isQuiet: Bool) {
        state = Mutex(State(progress: Progress(total: total)))
        isShown = !isQuiet && Terminal.showsProgress
    }
}

extension ProgressDisplay {
    func add(bytes: Int) {
        update { $0.bytes += bytes }
    }

    /// Tells how long the content of one transfer will be, after what came already.
    func expect(bytes: Int) {
        update { $0.expected = ($0.expected ?? 0) + bytes }
    }

    func finish(failed: Bool) {
        update {
            $0.done += 1
            if failed { $0.failed += 1 }
        }
    }

    /// Takes the line away, so that something else can be printed in its place.
    func clear() {
        guard isShown else { return }
        let wasShown = state.withLock { state in
            defer { state.shownAt = nil }
            return state.shownAt != nil
        }
        if wasShown { Terminal.show("\r\u{1B}[K") }
    }

    private func update(_ change: (inout Progress) -> Void) {
        guard isShown else { return }
        let now = TimeSource.system.uptime()
        let progress: Progress? = state.withLock { state in
            change(&state.progress)
            state.progress.elapsed = now - start
            if let last = state.shownAt, now - last < .milliseconds(100) { return nil }
            state.shownAt = now
            return state.progress
        }
        guard let line = progress?.line(width: Terminal.columns - 1) else { return }
        Terminal.show("\r\(line)\u{1B}[K")
    }
}
