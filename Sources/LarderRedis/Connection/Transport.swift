/// An open, non-blocking way to an engine. One thread at a time uses it.
protocol Transport: Sendable {
    /// What to poll.
    var descriptor: Int32 { get }

    func send(_ bytes: UnsafeRawBufferPointer) -> TransportOutcome

    /// Reads what is there. Whoever polls goes on until it is ``TransportOutcome/nothing``: bytes
    /// that a layer in between holds are not seen by a poll.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransportOutcome

    func close()
}

enum TransportOutcome: Equatable {
    case bytes(Int)
    /// Not now.
    case nothing
    /// The connection is gone.
    case end
}

/// Why no connection could be made; a sentence for a log.
struct TransportError: Error {
    let reason: String
}
