/// Bytes that wait to be sent.
struct Outgoing {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// More memory than this is given back once it is empty.
    private static let kept = 1 << 20
}

extension Outgoing {
    var isEmpty: Bool { sent == bytes.count }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// What to send next.
    func withUnsent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }

    mutating func didSend(_ count: Int) {
        sent += count
        guard isEmpty else { return }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.kept)
        sent = 0
    }
}
