/// Steps through the headers of a pack's records, reading ahead where records are small.
///
/// What was read ahead may be older than what lies in the file, read marks above all.
struct LogReader {
    private let pack: Pack
    private let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private let isNarrow: Bool
    /// How much is read at once.
    private var width: Int

    /// Reads records of `pack` that lie before `limit`. Whoever does not want many of them reads a
    /// `narrow` piece at a time.
    init(_ pack: Pack, limit: Int, isNarrow: Bool = false) {
        self.pack = pack
        self.limit = limit
        self.isNarrow = isNarrow
        width = isNarrow ? Self.narrow : Self.wide
    }
}

extension LogReader {
    private static let wide = 64 << 10
    private static let narrow = 4 << 10

    /// Whether this reads `pack` up to `limit`.
    func reads(_ pack: Pack, limit: Int) -> Bool { self.pack === pack && self.limit == limit }

    /// The header of the record at `offset` and whether its read mark is set; `nil` when there
    /// is no whole record there before the limit.
    mutating func header(at offset: Int) throws(Errno) -> (header: RecordHeader, isMarked: Bool)? {
        guard offset >= PackHeader.size, offset + RecordHeader.size <= limit else { return nil }
        if offset < start || offset + RecordHeader.size > start + bytes.count {
            bytes = try pack.read(min(width, limit - offset), at: offset)
            start = offset
        }
        let place = offset - start
        guard place + RecordHeader.size <= bytes.count else { return nil }
        let found = bytes.withUnsafeBytes { bytes -> (RecordHeader, Bool)? in
            let record = UnsafeRawBufferPointer(
                rebasing: bytes[place..<(place + RecordHeader.size)])
            return pack.recordHeader(record, at: offset).map {
                ($0, RecordHeader.isMarked(record))
            }
        }
        guard let found, offset + found.0.recordLength <= limit else { return nil }
        width = isNarrow || found.0.recordLength > Self.narrow ? Self.narrow : Self.wide
        return found
    }
}
