import Synchronization

/// A yes or no that several threads read and set. Whoever reads it sees what was done before it
/// was set.
final class Flag: Sendable {
    private let value: Atomic<Bool>

    init(_ isSet: Bool) {
        value = Atomic(isSet)
    }

    var isSet: Bool {
        get { value.load(ordering: .acquiring) }
        set { value.store(newValue, ordering: .releasing) }
    }
}
