#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

extension DiskLog {
    /// Where the index has what is under `hash` in `bucket`, after following the log.
    @inline(__always)
    func lookUp(_ hash: UInt64, in bucket: BucketIndex) throws -> IndexPlace? {
        try catchUp()
        let (place, isAsking) = bucket.lookUp(hash)
        if isAsking { try lookAround() }
        return place
    }

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
        guard let place = try lookUp(key.hash, in: key.bucket) else { return nil }
        var value: LogValue?
        let isFound = try read(
            key, from: place, parts, ignoringLifetime: ignoringLifetime, mayWait: mayWait,
            into: &value)
        return isFound ? value : nil
    }

    /// The same behind a look-up that gave `first` as the key's place, but fills `value` in where
    /// it is, and returns whether it did: it is too long to be handed on, or asked, cheaply.
    func read(
        _ key: LogKey, from first: IndexPlace, _ parts: LogValue.Parts, ignoringLifetime: Bool,
        mayWait: Bool, into value: inout LogValue?
    ) throws -> Bool {
        do {
            var isFound = try read(key, from: first, parts, mayWait, into: &value)
            if isFound, !ignoringLifetime, value?.header.isExpired(at: settings.time) ?? false {
                isFound = false
            }
            if !isFound { key.bucket.takeBackHit(key.hash, isMiss: true) }
            return isFound
        } catch {
            key.bucket.takeBackHit(key.hash, isMiss: false)
            throw error
        }
    }

    private func read(
        _ key: LogKey, from first: IndexPlace, _ parts: LogValue.Parts, _ mayWait: Bool,
        into value: inout LogValue?
    ) throws -> Bool {
        var place = first
        for _ in 0..<8 {
            let address = address(place)
            if address >= hand {
                switch try record(key, at: address, place, parts, mayWait, into: &value) {
                case .found:
                    if !place.isMarked, parts.contains(.payload) { mark(key, place, address) }
                    return true
                case .otherKey: return false
                case .unreadable: break
                }
            }
            try follow()
            if let now = key.bucket.find(key.hash), now.isSame(as: place) {
                drop(key, place, isDamage: address >= hand)
            }
            guard let next = key.bucket.find(key.hash) else { return false }
            place = next
        }
        return false
    }

    /// The look-up would have to wait for the disk.
    struct WouldWait: Error {}

    /// Treats what was found at `place` as damaged.
    func dropDamaged(_ key: LogKey, at address: Address) {
        guard let place = key.bucket.find(key.hash), self.address(place) == address else { return }
        drop(key, place, isDamage: address >= hand)
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

    /// Sets the record's read mark, once in each pass of the hand.
    private func mark(_ key: LogKey, _ place: IndexPlace, _ address: Address) {
        guard key.bucket.mark(key.hash, at: place), !isReadOnly else { return }
        // A mark that is lost makes the entry look unread, which costs a load later.
        guard let pack = try? pack(address.pack) else { return }
        try? pack.file.write([1], at: address.offset + RecordHeader.markOffset)
    }
}

// MARK: One record

extension DiskLog {
    private enum Answer { case found, otherKey, unreadable }

    private func record(
        _ key: LogKey, at address: Address, _ place: IndexPlace, _ parts: LogValue.Parts,
        _ mayWait: Bool, into value: inout LogValue?
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
                key, in: pack, address, place.length, parts, mayWait, into: &value)
            guard case .found = answer, !parts.contains(.payload), !parts.isEmpty, let found = value
            else { return answer }
            value = try complete(found, in: pack)
            return value == nil ? .unreadable : .found
        } catch {
            if error == .again, !mayWait { throw WouldWait() }
            throw failure(error, "Reading an entry")
        }
    }

    private func record(
        _ key: LogKey, in pack: Pack, _ address: Address, _ length: Int, _ parts: LogValue.Parts,
        _ mayWait: Bool, into value: inout LogValue?
    ) throws(Errno) -> Answer {
        let nameEnd = RecordHeader.size + key.nameLength
        guard length >= nameEnd else { return .otherKey }
        let memory = RecordMemory(count: parts.contains(.payload) ? length : nameEnd)
        let got = try pack.file.read(into: memory.buffer, at: address.offset, mayWait: mayWait)
        guard got == memory.buffer.count else { return .unreadable }
        return check(memory, key, pack, address, length, parts, into: &value)
    }

    private func check(
        _ memory: consuming RecordMemory, _ key: LogKey, _ pack: Pack, _ address: Address,
        _ length: Int, _ parts: LogValue.Parts, into value: inout LogValue?
    ) -> Answer {
        let bytes = memory.bytes
        guard let header = pack.recordHeader(bytes, at: address.offset), header.isValue,
            header.recordLength == length
        else { return .unreadable }
        let name = UnsafeRawBufferPointer(
            rebasing: bytes[RecordHeader.size..<(RecordHeader.size + key.nameLength)])
        guard key.matches(header, name) else {
            // A key that does not read as written may be this one.
            let isOther =
                header.nameLength != key.nameLength || Checksum.of(name) == header.keyChecksum
            return isOther ? .otherKey : .unreadable
        }
        var metadata: [String: String] = [:]
        if parts.contains([.payload, .metadata]), header.metadataLength > 0 {
            let part = UnsafeRawBufferPointer(rebasing: bytes[header.metadataRange])
            guard Checksum.of(part) == header.metadataChecksum,
                let read = MetadataCoding.metadata(part)
            else { return .unreadable }
            metadata = read
        }
        let isMarked = RecordHeader.isMarked(bytes)
        var payload = Data()
        if parts.contains(.payload) {
            let part = UnsafeRawBufferPointer(rebasing: bytes[header.payloadRange])
            guard Checksum.of(part) == header.payloadChecksum else { return .unreadable }
            payload = memory.take(header.payloadRange)
        }
        value = LogValue(
            header: header, address: address, payload: payload, metadata: metadata,
            isMarked: isMarked)
        return .found
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
