/// Metadata as bytes: the length and UTF-8 of each name and value, one after the other.
///
/// An entry without metadata has no bytes of it. Names are in order, so equal metadata have
/// equal bytes.
enum MetadataCoding {
    static func bytes(_ metadata: [String: String]) -> [UInt8] {
        guard !metadata.isEmpty else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 8 })
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
        var metadata = [String: String](minimumCapacity: count(bytes) / 2)
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let name = text(&rest), let value = text(&rest) else { return nil }
            metadata[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
        }
        return metadata
    }

    /// How many names and values there are at most.
    private static func count(_ bytes: UnsafeRawBufferPointer) -> Int {
        var rest = bytes[...]
        var count = 0
        while text(&rest) != nil { count += 1 }
        return count
    }

    /// The bytes of the next name or value.
    private static func text(
        _ rest: inout Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer>? {
        guard rest.count >= 4 else { return nil }
        let count = Int(
            UnsafeRawBufferPointer(rebasing: rest.prefix(4)).number(at: 0, as: UInt32.self))
        rest = rest.dropFirst(4)
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
