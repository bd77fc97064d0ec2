import Synchronization

/// Keeps what it made of a loader's answers, such as decoded pictures.
package protocol InvalidationObserver: AnyObject, Sendable {
    /// Forgets what was made of the answers under `key`, which are worth nothing any more.
    func forget(_ key: String) async throws

    /// Forgets all that was made of any answer and is in memory.
    func forgetAll()
}

/// Those who keep what they made of a loader's answers: what makes these worthless makes it so
/// too.
package final class InvalidationObservers: Sendable {
    private struct Reference {
        weak let observer: (any InvalidationObserver)?
    }

    private let references = Mutex<[Reference]>([])

    private var all: [any InvalidationObserver] {
        references.withLock { $0.compactMap(\.observer) }
    }

    /// Tells `observer` from now on, for as long as it lives.
    package func add(_ observer: some InvalidationObserver) {
        references.withLock { references in
            references.removeAll { $0.observer == nil }
            references.append(Reference(observer: observer))
        }
    }

    /// Tells all that the answers under `key` are worth nothing; throws the first error of any.
    package func forget(_ key: String) async throws {
        var failure: (any Error)?
        for observer in all {
            do { try await observer.forget(key) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Tells all that no answer is worth anything.
    package func forgetAll() {
        for observer in all { observer.forgetAll() }
    }
}
