import Synchronization

/// Taking files away, and making durable what must be first.
extension LogSession {
    /// A large entry's file that is to go.
    struct DoomedFile {
        var reference: LargeReference
        /// Where its record lies, and what that is of.
        var place: Address
        var hash: UInt64
        var bucket: UInt64
    }

    /// Notes that the file of a large entry at `place` goes once this turn is published.
    func doomFile(of header: RecordHeader, at place: Address, in pack: Pack) throws(Errno) {
        guard let reference = try Self.reference(of: header, at: place, in: pack) else { return }
        doom(reference, of: header, at: place)
    }

    private func doom(_ reference: LargeReference, of header: RecordHeader, at place: Address) {
        doomedFiles.append(
            DoomedFile(
                reference: reference, place: place, hash: header.hash, bucket: header.bucketHash))
        doomedBytes += Layout.charge(reference.payloadLength)
    }

    /// Where the payload of the large entry at `place` lies.
    static func reference(
        of header: RecordHeader, at place: Address, in pack: Pack
    ) throws(Errno) -> LargeReference? {
        guard header.kind == .large else { return nil }
        let bytes = try pack.read(
            header.payloadLength, at: place.offset + header.payloadOffset)
        return bytes.withUnsafeBytes { bytes in
            Checksum.of(bytes) == header.payloadChecksum ? LargeReference(bytes) : nil
        }
    }

    /// Notes that what is stored under `hash` is about to be replaced or removed, unless it is
    /// the file `kept`.
    func retire(_ hash: UInt64, in bucket: BucketIndex, keeping kept: LargeName? = nil) throws {
        guard var place = bucket.findOrLost(hash), place.isLarge else { return }
        if log.address(place) < hand, !written.isEmpty {
            // If the hand has carried it on in this turn, the index does not know yet.
            try publish()
            guard let now = bucket.findOrLost(hash), now.isLarge else { return }
            place = now
        }
        let address = log.address(place)
        guard address >= hand, let pack = try? log.pack(address.pack),
            let header = try pack.recordHeader(at: address.offset), header.hash == hash,
            let reference = try Self.reference(of: header, at: address, in: pack),
            reference.name != kept
        else { return }  // What cannot be read now is swept when the directory is next opened.
        doom(reference, of: header, at: address)
    }

    /// Publishes, removes large entries' files that are nobody's, and counts the bytes in use.
    func sweep() throws {
        try publish()
        try LogHousekeeping(log).sweepFiles()
        bytesInUse = try LogHousekeeping(log).countBytes()
    }

    /// Removes the files that the published hand has left.
    ///
    /// A failure leaves a file too many, which counts as in use until a later turn removes it.
    /// Where a record that must survive a loss of power is among what goes, its successor must
    /// be durable first, and so must every earlier removal: an older value must not come back
    /// alone.
    func removeDoomed() throws(Errno) {
        doomedBytes = 0
        guard !doomedPacks.isEmpty || !doomedFiles.isEmpty else { return }
        let first = min(
            doomedPacks.isEmpty ? lastSynced : Address(pack: doomedPacks.lowerBound, offset: 0),
            doomedFiles.map(\.place).min() ?? lastSynced)
        if lastSynced != .zero, first <= lastSynced {
            do throws(Errno) { try makeDurable() } catch { return }
        }
        for number in try existing(doomedPacks) {
            // An older pack that comes back alone would leave a hole where the newer one was.
            if lastSynced != .zero {
                do throws(Errno) { try log.directory.sync() } catch { return }
            }
            try eraseRecords(in: number)
            discard(FileName.pack(number), emptying: true)
        }
        try eraseFiles()
        for file in doomedFiles {
            // Its readers and mappings go on.
            discard(FileName.large(file.reference.name), emptying: false)
        }
        doomedPacks = 0..<0
        doomedFiles.removeAll()
        log.control.set(.bytesInUse, UInt64(max(0, bytesInUse)))
    }

    /// Those of `packs` that may be there. Many are believed only when they were seen.
    private func existing(_ packs: Range<UInt32>) throws(Errno) -> [UInt32] {
        packs.count < 64 ? Array(packs) : try log.packNumbers().filter(packs.contains)
    }

    private func discard(_ name: String, emptying: Bool) {
        guard let freed = try? log.directory.discard(name, emptying: emptying) else { return }
        bytesInUse -= Layout.charge(freed)
    }

    /// Makes everything that was written survive a loss of power.
    func makeDurable() throws(Errno) {
        guard durableEnd < end else { return }
        let first = max(durableEnd.pack, hand.pack)
        for number in first...end.pack {
            do throws(DiskLog.PackFailure) {
                try sync(try log.pack(number))
            } catch {
                // A pack that is not there has nothing to lose.
                guard case .other(let errno) = error else { continue }
                throw errno
            }
        }
        if durableEnd == .zero { try log.controlFile?.sync() }
        try log.directory.sync()
        durableEnd = end
        // What is not published may yet be taken back and written over.
        log.control.set(.durableEnd, publishedEnd)
    }

    private func sync(_ pack: Pack) throws(DiskLog.PackFailure) {
        do throws(Errno) {
            try syncFiles(of: pack)
            try pack.file.sync()
        } catch {
            throw .other(error)
        }
    }

    /// A record is no more durable than the file that it names.
    private func syncFiles(of pack: Pack) throws(Errno) {
        let limit = pack.number == end.pack ? end.offset : try pack.file.status().size
        var reader = LogReader(pack, limit: limit)
        var offset = pack.number == durableEnd.pack ? durableEnd.offset : PackHeader.size
        while let (header, _) = try reader.header(at: offset), header.kind != .seal {
            let place = Address(pack: pack.number, offset: offset)
            if let reference = try Self.reference(of: header, at: place, in: pack) {
                try log.directory.syncFile(FileName.large(reference.name))
            }
            offset += header.recordLength
        }
    }
}
