import Synchronization

/// Keeps what it made of a loader's answers, such as decoded pictures.
package protocol AnswerDeriving: AnyObject, Sendable {
    /// Forgets what was made of the answers under `key`, which the cache has no longer.
    func forgetWhatWasMade(ofAnswersUnder key: String) async throws
}

/// Those who keep what they made of a loader's answers: what makes these worthless makes it so
/// too.
package final class Derivers: Sendable {
    private struct Deriver {
        weak let value: (any AnswerDeriving)?
    }

    private let derivers = Mutex<[Deriver]>([])

    /// Tells `deriver` from now on, for as long as it lives.
    package func add(_ deriver: some AnswerDeriving) {
        derivers.withLock { derivers in
            derivers.removeAll { $0.value == nil }
            derivers.append(Deriver(value: deriver))
        }
    }

    /// Tells all that the answers under `key` are gone.
    func forget(_ key: String) async throws {
        for deriver in derivers.withLock({ $0.compactMap(\.value) }) {
            try await deriver.forgetWhatWasMade(ofAnswersUnder: key)
        }
    }
}
