import Synchronization

/// Reading packs without believing the control page.
extension DiskLog {
    /// Scans the pack `number`.
    ///
    /// - Parameter start: Records from here on are read whole and checked, not only their
    ///   headers; `nil` for none.
    func scan(_ number: UInt32, checkingFrom start: Address?) throws(Errno) -> PackScan {
        var scan = PackScan(number: number)
        let pack: Pack
        do throws(PackFailure) {
            pack = try openPack(number)
        } catch {
            guard case .other(let errno) = error else { return scan }
            throw errno
        }
        let size = try pack.file.status().size
        let isChecked = start.map { $0.pack <= number } ?? false
        if !isChecked, let (seal, offset) = try pack.seal() {
            scan.end = offset
            scan.isSealed = true
            scan.lastBarrier = seal.lastBarrier
            scan.lastSynced = seal.lastSynced
            return scan
        }
        let from = start.map { $0.pack < number ? 0 : $0.offset } ?? .max
        try walk(pack, size: size, checkingFrom: isChecked ? from : .max, &scan)
        return scan
    }

    private func walk(
        _ pack: Pack, size: Int, checkingFrom start: Int, _ scan: inout PackScan
    ) throws(Errno) {
        var reader = LogReader(pack, limit: size)
        var offset = PackHeader.size
        while let (header, _) = try reader.header(at: offset) {
            if header.kind == .seal {
                // The file may be longer: what was taken ahead is cut off behind it.
                scan.isSealed = try pack.seal(at: offset, length: header.recordLength) != nil
                break
            }
            if offset >= start, try !isWhole(header, at: offset, in: pack) { break }
            if header.flags.contains(.isBarrier) { scan.lastBarrier = offset }
            if header.flags.contains(.isSynced) { scan.lastSynced = offset }
            offset += header.recordLength
        }
        scan.end = offset
        guard !scan.isSealed, offset < size else { return }
        scan.hasRest = try !isAhead(offset..<size, of: pack)
    }

    /// Whether `range`, up to the file's end, is what a writer may have taken ahead of its records.
    private func isAhead(_ range: Range<Int>, of pack: Pack) throws(Errno) -> Bool {
        guard range.count < PackSize.longestRun else { return false }
        return try pack.read(range.count, at: range.lowerBound).allSatisfy { $0 == 0 }
    }

    /// Whether all parts of a record read as written. Its file, if it has one, is not looked at.
    private func isWhole(
        _ header: RecordHeader, at offset: Int, in pack: Pack
    ) throws(Errno) -> Bool {
        let bytes = try pack.read(header.recordLength, at: offset)
        guard bytes.count == header.recordLength else { return false }
        return bytes.withUnsafeBytes { header.damagedPart(of: $0) == nil }
    }
}

extension RecordHeader {
    /// The first part of a whole record's `bytes` that does not read as written.
    func damagedPart(of bytes: UnsafeRawBufferPointer) -> DiskDamage.Part? {
        func isSound(_ start: Int, _ length: Int, _ checksum: UInt32) -> Bool {
            Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)]))
                == checksum
        }
        guard isSound(Self.size, nameLength, keyChecksum) else { return .key }
        guard isSound(payloadOffset, payloadLength, payloadChecksum) else { return .payload }
        return isSound(metadataOffset, metadataLength, metadataChecksum) ? nil : .metadata
    }
}
