/// The outer form of a binary property list: a header, objects, a table of their offsets, a
/// trailer of 32 bytes that says where the table lies.
struct BinaryPropertyListFrame {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let table: Int

    static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist0".utf8)) }

    /// Whether the list is one dictionary that holds texts alone, each of them inside the file.
    static func isFlat(_ bytes: [UInt8]) -> Bool {
        BinaryPropertyListFrame(bytes)?.isFlat ?? false
    }

    private init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        let trailer = bytes.count - 32
        func number(_ place: Int, _ size: Int) -> Int? {
            Self.number(bytes[(trailer + place)..<(trailer + place + size)])
        }
        guard let count = number(8, 8), let top = number(16, 8), let table = number(24, 8),
            case let offsetSize = Int(bytes[trailer + 6]), (1...8).contains(offsetSize),
            case let referenceSize = Int(bytes[trailer + 7]), (1...8).contains(referenceSize),
            (1...trailer).contains(count), top < count, (9..<trailer).contains(table),
            count <= (trailer - table) / offsetSize
        else { return nil }
        self.bytes = bytes
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.count = count
        self.top = top
        self.table = table
    }
}

extension BinaryPropertyListFrame {
    private var isFlat: Bool {
        guard let start = offset(of: top), bytes[start] >> 4 == 0xD,
            let pairs = length(at: start),
            pairs.count <= count, fits(pairs.start, pairs.count * 2 * referenceSize)
        else { return false }
        return (0..<pairs.count * 2).allSatisfy { index in
            let place = pairs.start + index * referenceSize
            guard let object = Self.number(bytes[place..<place + referenceSize]) else {
                return false
            }
            return object < count && isText(object)
        }
    }

    private func isText(_ object: Int) -> Bool {
        guard let start = offset(of: object), let text = length(at: start) else { return false }
        switch bytes[start] >> 4 {
        case 0x5:
            return fits(text.start, text.count)
                && bytes[text.start..<text.start + text.count].allSatisfy { $0 < 0x80 }
        case 0x6: return text.count <= bytes.count && fits(text.start, text.count * 2)
        default: return false
        }
    }

    private func offset(of object: Int) -> Int? {
        let place = table + object * offsetSize
        let offset = Self.number(bytes[place..<place + offsetSize])
        return offset.flatMap { (8..<table).contains($0) ? $0 : nil }
    }

    /// The number of elements of the object at `start`, and where they begin: in the marker's
    /// low half, or in an integer object behind it when that half is full.
    private func length(at start: Int) -> (count: Int, start: Int)? {
        let short = Int(bytes[start] & 0xF)
        guard short == 0xF else { return (short, start + 1) }
        guard fits(start + 1, 1), bytes[start + 1] & 0xF0 == 0x10 else { return nil }
        let size = 1 << Int(bytes[start + 1] & 0xF)
        guard size <= 8, fits(start + 2, size),
            let count = Self.number(bytes[(start + 2)..<(start + 2 + size)]), count <= bytes.count
        else { return nil }
        return (count, start + 2 + size)
    }

    private func fits(_ start: Int, _ length: Int) -> Bool {
        start >= 8 && length >= 0 && length <= table - start
    }

    /// A big-endian number of up to 8 bytes; `nil` when it is larger than any file.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
