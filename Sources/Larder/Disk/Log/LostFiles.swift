/// Large entries whose file did not survive a loss of power that their record survived.
///
/// Where a later record replaced or removed the entry, its file was meant to go. A record that is
/// still the newest of its key would hide the value before it, which may have been durable.
struct LostFiles {
    private let log: DiskLog

    private struct Key: Hashable {
        var bucket: UInt64
        var hash: UInt64
    }

    private struct Entry {
        var place: Address
        /// `nil` for an entry that has no file, or a reference that does not read.
        var reference: LargeReference?
        var isLarge: Bool
    }

    init(_ log: DiskLog) {
        self.log = log
    }
}

extension LostFiles {
    /// The first record behind `start`, a barrier, that is the newest of its key and has lost its
    /// file.
    func first(in scan: LogScan, from start: Address) throws(Errno) -> Address? {
        var newest: [Key: Entry] = [:]
        for pack in scan.packs where pack.number >= start.pack {
            let offset = pack.number == start.pack ? start.offset : PackHeader.size
            try collect(pack, from: offset, into: &newest)
        }
        var lost: Address?
        for entry in newest.values
        where entry.isLarge && entry.place > start && entry.place < lost ?? .last {
            if try !isThere(entry.reference) { lost = entry.place }
        }
        return lost
    }

    private func isThere(_ reference: LargeReference?) throws(Errno) -> Bool {
        guard let reference else { return false }
        return try LargeFile.isWhole(reference, in: log.directory)
    }

    private func collect(
        _ scan: PackScan, from start: Int, into newest: inout [Key: Entry]
    ) throws(Errno) {
        guard let end = scan.end, let pack = try? log.openPack(scan.number) else { return }
        var reader = LogReader(pack, limit: end)
        var offset = start
        while let (header, _) = try reader.header(at: offset) {
            let place = Address(pack: scan.number, offset: offset)
            let key = Key(bucket: header.bucketHash, hash: header.hash)
            switch header.kind {
            case .entry, .large:
                newest[key] = Entry(
                    place: place,
                    reference: try LogSession.reference(of: header, at: place, in: pack),
                    isLarge: header.kind == .large)
            case .removal: newest[key] = nil
            case .removeAll: newest = [:]
            case .removeBucket: newest = newest.filter { $0.key.bucket != header.bucketHash }
            case .seal: return
            }
            offset += header.recordLength
        }
    }
}

extension Address {
    /// Behind every place.
    static let last = Address(raw: 1 << 52 - 1)
}
