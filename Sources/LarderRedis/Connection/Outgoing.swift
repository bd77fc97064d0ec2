/// Bytes that wait to be sent.
struct Outgoing {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// More memory than this is given back once it is empty, and more that was sent than this is
    /// dropped while it is not: under a steady load it never is.
    private static let kept = 1 << 20
}

extension Outgoing {
    var isEmpty: Bool { sent == bytes.count }

    /// How many bytes are held, sent ones included.
    var held: Int { bytes.count }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// What to send next.
    func withUnsent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }

    mutating func didSend(_ count: Int) {
        sent += count
        guard isEmpty else {
            if sent > Self.kept, sent > bytes.count / 2 {
                bytes.removeFirst(sent)
                sent = 0
            }
            return
        }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.kept)
        sent = 0
    }
}
