#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

extension DiskLog {
    /// The newest record of `key`, checked, or `nil`.
    ///
    /// Whatever the index's place turns out to hold, the answer is right: a record that is not
    /// `key`'s is a miss, and one that does not read as written is looked up again after
    /// following the log, since the hand may have left it meanwhile. Only then is it damage.
    ///
    /// - Throws: ``WouldWait`` where without `mayWait` the disk would have to be waited for.
    func value(
        _ key: LogKey, _ parts: LogValue.Parts, ignoringLifetime: Bool = false,
        mayWait: Bool = true
    ) throws -> LogValue? {
        try catchUp()
        for _ in 0..<8 {
            guard let place = key.bucket.find(key.hash) else { break }
            let address = address(place)
            if address >= hand {
                switch try record(key, at: address, place, parts, mayWait: mayWait) {
                case .found(let value):
                    if !ignoringLifetime, value.header.isExpired(at: settings.time.now) {
                        key.bucket.count(hit: false, key.hash)
                        return nil
                    }
                    noteHit(key, place, address)
                    return value
                case .otherKey:
                    key.bucket.count(hit: false, key.hash)
                    return nil
                case .unreadable: break
                }
            }
            try follow()
            guard let now = key.bucket.find(key.hash), now.isSame(as: place) else { continue }
            drop(key, place, isDamage: address >= hand)
        }
        key.bucket.count(hit: false, key.hash)
        return nil
    }

    /// The look-up would have to wait for the disk.
    struct WouldWait: Error {}

    /// Treats what was found at `place` as damaged.
    func dropDamaged(_ key: LogKey, at address: Address) {
        guard let place = key.bucket.find(key.hash), self.address(place) == address else { return }
        drop(key, place, isDamage: true)
    }

    private func drop(_ key: LogKey, _ place: IndexPlace, isDamage: Bool) {
        if isDamage {
            lose(key.hash, at: place, in: key.bucket)
        } else {
            _ = key.bucket.remove(key.hash, at: place)
        }
    }

    /// Drops a damaged entry, and counts that.
    func lose(_ hash: UInt64, at place: IndexPlace, in bucket: BucketIndex) {
        if bucket.lose(hash, at: place) { counters.withLock { $0.damage += 1 } }
    }

    /// Counts the hit and sets the record's read mark, once in each pass of the hand.
    private func noteHit(_ key: LogKey, _ place: IndexPlace, _ address: Address) {
        guard key.bucket.countHit(key.hash, at: place), !isReadOnly else { return }
        // A mark that is lost makes the entry look unread, which costs a load later.
        guard let pack = try? pack(address.pack) else { return }
        try? pack.file.write([1], at: address.offset + RecordHeader.markOffset)
    }
}

// MARK: One record

extension DiskLog {
    private enum Answer { case found(LogValue), otherKey, unreadable }

    private func record(
        _ key: LogKey, at address: Address, _ place: IndexPlace, _ parts: LogValue.Parts,
        mayWait: Bool
    ) throws -> Answer {
        let pack: Pack
        do throws(PackFailure) {
            pack = try self.pack(address.pack)
        } catch {
            guard case .other(let errno) = error else { return .unreadable }
            throw failure(errno, "Opening a pack")
        }
        do throws(Errno) {
            let answer = try record(
                key, in: pack, address, place.length, parts, mayWait: mayWait)
            guard case .found(let value) = answer, !parts.contains(.payload), !parts.isEmpty else {
                return answer
            }
            return try complete(value, in: pack).map { .found($0) } ?? .unreadable
        } catch {
            if error == .again, !mayWait { throw WouldWait() }
            throw failure(error, "Reading an entry")
        }
    }

    private func record(
        _ key: LogKey, in pack: Pack, _ address: Address, _ length: Int, _ parts: LogValue.Parts,
        mayWait: Bool
    ) throws(Errno) -> Answer {
        let nameEnd = RecordHeader.size + key.nameLength
        guard length >= nameEnd else { return .otherKey }
        let wanted = parts.contains(.payload) ? length - nameEnd : 0
        let rest = RestOfRecord(count: wanted)
        let result: Result<Answer, Errno> = withUnsafeTemporaryAllocation(
            byteCount: nameEnd, alignment: 8
        ) { front in
            Result { () throws(Errno) in
                let got = try pack.file.read(
                    into: front, then: rest.buffer, at: address.offset, mayWait: mayWait)
                guard got == nameEnd + wanted else { return .unreadable }
                return check(
                    UnsafeRawBufferPointer(front), rest, key, pack, address, length, parts)
            }
        }
        return try result.get()
    }

    private func check(
        _ front: UnsafeRawBufferPointer, _ rest: RestOfRecord, _ key: LogKey, _ pack: Pack,
        _ address: Address, _ length: Int, _ parts: LogValue.Parts
    ) -> Answer {
        guard let header = pack.recordHeader(front, at: address.offset), header.isValue,
            header.recordLength == length
        else { return .unreadable }
        let name = UnsafeRawBufferPointer(rebasing: front[RecordHeader.size...])
        guard key.matches(header, name) else {
            // A key that does not read as written may be this one.
            let isOther =
                header.nameLength != key.nameLength || Checksum.of(name) == header.keyChecksum
            return isOther ? .otherKey : .unreadable
        }
        var value = LogValue(header: header, address: address)
        value.isMarked = RecordHeader.isMarked(front)
        guard parts.contains(.payload) else { return .found(value) }
        if parts.contains(.metadata) {
            guard let metadata = rest.metadata(header) else { return .unreadable }
            value.metadata = metadata
        }
        guard let payload = rest.takePayload(header) else { return .unreadable }
        value.payload = payload
        return .found(value)
    }

    /// Reads metadata and the reference of a large entry, without the payload between.
    func complete(_ value: LogValue, in pack: Pack) throws(Errno) -> LogValue? {
        var value = value
        let header = value.header
        if header.metadataLength > 0 {
            let bytes = try pack.read(
                header.metadataLength, at: value.address.offset + header.metadataOffset)
            let metadata = bytes.withUnsafeBytes { bytes in
                Checksum.of(bytes) == header.metadataChecksum
                    ? MetadataCoding.metadata(bytes) : nil
            }
            guard let metadata else { return nil }
            value.metadata = metadata
        }
        guard header.kind == .large else { return value }
        let reference = try LogSession.reference(of: header, at: value.address, in: pack)
        guard let reference else { return nil }
        value.payload = Data(reference.bytes())
        return value
    }
}
