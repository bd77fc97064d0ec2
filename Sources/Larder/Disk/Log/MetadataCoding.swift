/// Metadata as bytes: the length and UTF-8 of each name and value, one after the other.
///
/// An entry without metadata has no bytes of it. Names are in order, so equal metadata have
/// equal bytes.
enum MetadataCoding {
    static func bytes(_ metadata: [String: String]) -> [UInt8] {
        guard !metadata.isEmpty else { return [] }
        var bytes: [UInt8] = []
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            append(name, to: &bytes)
            append(value, to: &bytes)
        }
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let count = UInt32(truncatingIfNeeded: text.utf8.count)
        withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: text.utf8)
    }

    /// Reads metadata, or returns `nil` when the bytes are none.
    static func metadata(_ bytes: UnsafeRawBufferPointer) -> [String: String]? {
        var metadata: [String: String] = [:]
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let name = text(&rest), let value = text(&rest) else { return nil }
            metadata[name] = value
        }
        return metadata
    }

    private static func text(_ rest: inout Slice<UnsafeRawBufferPointer>) -> String? {
        guard rest.count >= 4 else { return nil }
        let count = Int(
            UnsafeRawBufferPointer(rebasing: rest.prefix(4)).number(at: 0, as: UInt32.self))
        rest = rest.dropFirst(4)
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }
}
