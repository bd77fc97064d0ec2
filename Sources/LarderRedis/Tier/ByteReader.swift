/// Takes numbers and texts off the front of bytes that nobody vouches for.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }
}

extension ByteReader {
    /// The next number, little-endian, or `nil` when there are too few bytes.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(as: Number.self))
        }
    }

    mutating func skip(_ count: Int) {
        rest = rest.dropFirst(count)
    }

    /// All that is left, as names and values; `nil` when it is none.
    mutating func metadata() -> [String: String]? {
        var metadata: [String: String] = [:]
        while !rest.isEmpty {
            guard let name = text(), let value = text() else { return nil }
            metadata[name] = value
        }
        return metadata
    }

    private mutating func text() -> String? {
        guard let count = number(UInt32.self), rest.count >= Int(count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return String(decoding: rest.prefix(Int(count)), as: UTF8.self)
    }
}
