/// The bytes of a record about to be written, for one place.
struct RecordDraft: ~Copyable {
    private let memory: RecordMemory
    private let frontLength: Int
    /// Not in the memory; empty for a short record, which is written in one piece.
    private let payload: UnsafeRawBufferPointer

    /// Up to which length of the payload copying it costs less than a call with several parts.
    private static let longestCopy = 4096

    init(
        _ header: RecordHeader, name: WriteParts, payload: UnsafeRawBufferPointer,
        metadata: UnsafeRawBufferPointer, seed: UInt32
    ) {
        let isCopied = payload.count <= Self.longestCopy
        let length = header.recordLength - (isCopied ? 0 : payload.count)
        memory = RecordMemory(count: length)
        self.payload = UnsafeRawBufferPointer(rebasing: payload[(isCopied ? payload.count : 0)...])
        frontLength = isCopied ? length : header.payloadOffset
        let bytes = memory.buffer
        header.write(to: bytes, seed: seed)
        var end = RecordHeader.size
        Self.put(name.first, in: bytes, &end)
        Self.put(name.second, in: bytes, &end)
        if isCopied { Self.put(payload, in: bytes, &end) }
        Self.put(metadata, in: bytes, &end)
        bytes[end...].initializeMemory(as: UInt8.self, repeating: 0)
    }
}

extension RecordDraft {
    /// What is written, in order.
    var parts: WriteParts {
        let bytes = memory.bytes
        return WriteParts(
            UnsafeRawBufferPointer(rebasing: bytes[..<frontLength]), payload,
            UnsafeRawBufferPointer(rebasing: bytes[frontLength...]))
    }

    private static func put(
        _ part: UnsafeRawBufferPointer, in bytes: UnsafeMutableRawBufferPointer, _ end: inout Int
    ) {
        UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: part)
        end += part.count
    }
}
