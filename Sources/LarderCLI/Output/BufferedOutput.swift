/// Standard output in large pieces, for many short lines.
struct BufferedOutput {
    private var bytes: [UInt8] = []
    private static let pieceSize = 1 << 16

    mutating func write(_ text: String) throws {
        bytes.append(contentsOf: text.utf8)
        if bytes.count >= Self.pieceSize { try flush() }
    }

    /// Writes what is still held back.
    mutating func flush() throws {
        try Terminal.output(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
