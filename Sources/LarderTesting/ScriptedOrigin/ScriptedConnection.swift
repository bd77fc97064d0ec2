/// One connection of the server: what it has received and what it is about to do.
///
/// Pure: it decides, and ``ScriptedServer`` does.
struct ScriptedConnection {
    typealias Step = ScriptedReply.Step

    enum Action {
        case send(ArraySlice<UInt8>)
        /// Nothing to do before the client says more.
        case listen
        case waitForGate(ScriptedOrigin.Gate)
        case waitUntil(ContinuousClock.Instant)
        /// Do nothing until the client has gone.
        case silence
        case close
        case reset
    }

    let number: Int
    var parser = ScriptedRequestParser()
    private var steps: ArraySlice<Step> = []
    private var sent = 0
    private var pauseEnd: ContinuousClock.Instant?

    private static let zeros = [UInt8](repeating: 0, count: 1 << 16)

    init(number: Int) {
        self.number = number
    }
}

extension ScriptedConnection {
    /// Whether the answer to a request is under way.
    var isAnswering: Bool { !steps.isEmpty }

    mutating func begin(_ steps: [Step]) {
        self.steps = steps[...]
        sent = 0
    }

    /// What is to be done at `now`. `isOpen` says whether a gate lets it pass.
    mutating func next(
        at now: ContinuousClock.Instant, isOpen: (ScriptedOrigin.Gate) -> Bool
    ) -> Action {
        while let step = steps.first {
            switch step {
            case .send(let bytes) where sent < bytes.count: return .send(bytes[sent...])
            case .sendZeros(let count) where sent < count:
                return .send(Self.zeros[..<min(count - sent, Self.zeros.count)])
            case .wait(let gate) where !isOpen(gate): return .waitForGate(gate)
            case .pause(let duration):
                let end = pauseEnd ?? now.advanced(by: duration)
                pauseEnd = end
                if now < end { return .waitUntil(end) }
            case .end(.close): return .close
            case .end(.reset): return .reset
            case .end(.silence): return .silence
            default: break
            }
            finishStep()
        }
        return .listen
    }

    /// Notes that `count` bytes of what ``next(at:isOpen:)`` gave were sent.
    mutating func didSend(_ count: Int) {
        sent += count
    }

    private mutating func finishStep() {
        steps = steps.dropFirst()
        sent = 0
        pauseEnd = nil
    }
}
