import Synchronization

/// Goes through the entries of a ``DiskCache`` one by one, without reading payloads.
///
/// ```swift
/// let cursor = disk.entries()
/// while let entry = try cursor.next() { print(entry.key, entry.size) }
/// ```
///
/// An entry that is there from the first call to the last comes exactly once; one that is stored,
/// replaced or evicted meanwhile may come or not. Expired entries are left out. It may be used
/// from any thread; several take turns. It holds one number in memory for some of the entries.
public final class DiskEntryCursor: Sendable {
    private struct State {
        /// The shards that are still to come.
        var shards: [(bucket: BucketIndex, shard: Int)]
        var bucket: BucketIndex?
        /// The entries of the present shard that are still to come.
        var hashes: [UInt64] = []
    }

    let log: DiskLog
    private let state: Mutex<State>

    init(_ log: DiskLog, buckets: [BucketIndex]?) {
        self.log = log
        // What others have stored is followed first; failing that, next() reports it.
        try? log.catchUp()
        let shards = (buckets ?? log.allBuckets).flatMap { bucket in
            (0..<bucket.shardCount).map { (bucket, $0) }
        }
        state = Mutex(State(shards: shards))
    }
}

extension DiskEntryCursor {
    /// The next entry, or `nil` after the last.
    ///
    /// - Throws: ``DiskCacheError``; the next call goes on behind the entry that failed.
    public func next() throws -> DiskEntry? {
        try log.checkUsable()
        while let (bucket, hash) = nextHash() {
            do {
                if let entry = try log.entry(hash, in: bucket) { return entry }
            } catch DiskCacheError.Code.directoryRemoved {
                return nil
            }
        }
        return nil
    }

    private func nextHash() -> (BucketIndex, UInt64)? {
        state.withLock { state in
            while state.hashes.isEmpty {
                guard let (bucket, shard) = state.shards.popLast() else { return nil }
                state.bucket = bucket
                state.hashes = bucket.elements(inShard: shard).map(\.hash)
            }
            guard let bucket = state.bucket, let hash = state.hashes.popLast() else { return nil }
            return (bucket, hash)
        }
    }
}

extension DiskLog {
    /// The entry under `hash`, whatever its key, without its payload.
    func entry(_ hash: UInt64, in bucket: BucketIndex) throws -> DiskEntry? {
        try catchUp()
        for _ in 0..<8 {
            guard let place = bucket.find(hash) else { return nil }
            let address = address(place)
            if address >= hand, let entry = try entry(at: address, place.length) {
                return entry.header.isExpired(at: settings.time)
                    ? nil : DiskEntry(entry.value, key: entry.key, bucket: entry.bucket)
            }
            try follow()
            if bucket.find(hash).map({ $0.isSame(as: place) }) ?? true { return nil }
        }
        return nil
    }

    /// Whether a look-up of bucket and key in `name` would find a record of `header`. Whoever can
    /// write checksums may have put others there.
    private func isNamed(_ name: ArraySlice<UInt8>, _ header: RecordHeader) -> Bool {
        let key = name.dropFirst(header.bucketLength)
        return key.withUnsafeBytes { hashKey.hash($0) } == header.hash
            && bucketHash(Array(name.prefix(header.bucketLength))) == header.bucketHash
    }

    private struct Named {
        var value: LogValue
        var key: String
        var bucket: String?
        var header: RecordHeader { value.header }
    }

    private func entry(at address: Address, _ length: Int) throws -> Named? {
        do throws(Errno) {
            guard let pack = try? pack(address.pack) else { return nil }
            var front = try pack.read(min(length, 1024), at: address.offset)
            guard let header = front.withUnsafeBytes({ pack.recordHeader($0, at: address.offset) }),
                header.isValue, header.recordLength == length
            else { return nil }
            let nameEnd = RecordHeader.size + header.nameLength
            if nameEnd > front.count { front = try pack.read(nameEnd, at: address.offset) }
            guard front.count >= nameEnd else { return nil }
            let name = front[RecordHeader.size..<nameEnd]
            guard name.withUnsafeBytes({ Checksum.of($0) }) == header.keyChecksum else {
                return nil
            }
            guard isNamed(name, header) else { return nil }
            var value = LogValue(header: header, address: address)
            value.isMarked = front[RecordHeader.markOffset] != 0
            guard let value = try complete(value, in: pack) else { return nil }
            return Named(
                value: value,
                key: String(decoding: name.dropFirst(header.bucketLength), as: UTF8.self),
                bucket: header.bucketLength == 0
                    ? nil : String(decoding: name.prefix(header.bucketLength), as: UTF8.self))
        } catch {
            throw failure(error, "Reading an entry")
        }
    }
}

extension DiskLog {
    /// Removes what `cursor` still has and `isUnwanted` says; returns how many.
    func removeAll(
        in cursor: DiskEntryCursor, where isUnwanted: (DiskEntry) throws -> Bool
    ) throws -> Int {
        var count = 0
        while let entry = try cursor.next() {
            guard try isUnwanted(entry) else { continue }
            let space = try DiskSpace(self, bucket: entry.bucket ?? "")
            try space.withKey(entry.key) { key in
                try change { session in
                    guard try session.version(of: key) == entry.version else { return }
                    try session.remove(key, durability: .buffered)
                    count += 1
                }
            }
        }
        return count
    }
}
