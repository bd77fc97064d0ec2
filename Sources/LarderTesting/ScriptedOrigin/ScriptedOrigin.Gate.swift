import Synchronization

extension ScriptedOrigin {
    /// Holds a response back until the test lets it go on.
    ///
    /// One gate may hold any number of responses. Once open it stays open.
    public final class Gate: Sendable {
        private struct State {
            var isOpen = false
            var wakers: [ScriptedWaker] = []
        }

        private let state = Mutex(State())

        /// Makes a closed gate.
        public init() {}
    }
}

extension ScriptedOrigin.Gate {
    /// Whether responses pass.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Lets every response pass that the gate holds or will meet.
    public func open() {
        let wakers = state.withLock { state in
            state.isOpen = true
            defer { state.wakers = [] }
            return state.wakers
        }
        for waker in wakers { waker.wake() }
    }

    /// Whether a response may pass now; if not, `waker` is woken when it may.
    func passes(orWakes waker: ScriptedWaker) -> Bool {
        state.withLock { state in
            if !state.isOpen, !state.wakers.contains(where: { $0 === waker }) {
                state.wakers.append(waker)
            }
            return state.isOpen
        }
    }
}
