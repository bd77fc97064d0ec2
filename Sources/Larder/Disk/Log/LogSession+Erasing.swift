/// Overwriting what a key has had.
///
/// First the key is removed, durably, so that nobody looks for the bytes any more; only then are
/// they written over. Headers stay as they are: the log is read by them. What making room for the
/// removal takes from the disk is written over first: its blocks may not be the next to be used.
extension LogSession {
    /// Removes `key` and overwrites payload and metadata of all its records and its file.
    func erase(_ key: LogKey) throws {
        erased = key
        defer { erased = nil }
        try remove(key, durability: .synced)
        try publish()
        beginChange()
        // Files that could not be removed are there still.
        try eraseFiles()
        for number in try log.packNumbers() where number <= end.pack {
            try eraseRecords(in: number)
        }
    }

    /// Overwrites what the key that is being erased, if one is, has in the pack `number`.
    func eraseRecords(in number: UInt32) throws(Errno) {
        guard let erased else { return }
        do throws(DiskLog.PackFailure) {
            try overwriteRecords(of: erased, in: try log.openPack(number))
        } catch {
            // A pack that cannot be read holds nothing that could be found.
            guard case .other(let errno) = error else { return }
            throw errno
        }
    }

    /// Overwrites those of the files that are to go that the key being erased has had.
    func eraseFiles() throws(Errno) {
        guard let erased else { return }
        for file in doomedFiles where file.hash == erased.hash && file.bucket == erased.bucket.hash
        {
            try overwrite(file.reference)
        }
    }

    private func overwrite(_ reference: LargeReference) throws(Errno) {
        let file: CacheFile
        do throws(Errno) {
            file = try log.directory.open(FileName.large(reference.name), .write)
        } catch {
            guard error.isAbsence else { throw error }
            return
        }
        // No further than the file goes: a hole would take the place of bytes that are not there.
        try overwrite(0..<min(reference.payloadLength, try file.status().size), of: file)
        try file.sync()
    }

    private func overwriteRecords(of key: LogKey, in pack: Pack) throws(DiskLog.PackFailure) {
        do throws(Errno) {
            var isChanged = false
            for offset in try offsets(of: key.hash, in: pack) {
                guard let header = try value(of: key, at: offset, in: pack) else { continue }
                let start = offset + header.payloadOffset
                try overwrite(start..<(offset + header.contentLength), of: pack.file)
                isChanged = true
            }
            if isChanged { try pack.file.sync() }
        } catch {
            throw .other(error)
        }
    }

    /// Where the records with `hash` lie in `pack`, the dead ones too.
    private func offsets(of hash: UInt64, in pack: Pack) throws(Errno) -> [Int] {
        if pack.number < end.pack, let seal = try pack.seal()?.seal {
            return seal.items.filter { $0.hash == hash }.map(\.offset)
        }
        let limit = pack.number == end.pack ? end.offset : try pack.file.status().size
        var reader = LogReader(pack, limit: limit)
        var offset = PackHeader.size
        var offsets: [Int] = []
        while let (header, _) = try reader.header(at: offset), header.kind != .seal {
            if header.hash == hash { offsets.append(offset) }
            offset += header.recordLength
        }
        return offsets
    }

    /// The header of a value of `key` at `offset`; `nil` when something else is there.
    private func value(
        of key: LogKey, at offset: Int, in pack: Pack
    ) throws(Errno) -> RecordHeader? {
        let bytes = try pack.read(RecordHeader.size + key.nameLength, at: offset)
        return bytes.withUnsafeBytes { bytes in
            guard let header = pack.recordHeader(bytes, at: offset), header.isValue else {
                return nil
            }
            let name = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(RecordHeader.size))
            return key.matches(header, name) ? header : nil
        }
    }

    private func overwrite(_ range: Range<Int>, of file: CacheFile) throws(Errno) {
        let zeros = [UInt8](repeating: 0, count: min(range.count, 1 << 20))
        var place = range.lowerBound
        while place < range.upperBound {
            let part = zeros.prefix(range.upperBound - place)
            try file.write(Array(part), at: place)
            place += part.count
        }
    }
}
