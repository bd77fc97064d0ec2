#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A key as the log knows it, for the time of one call.
struct LogKey {
    let bucket: BucketIndex
    let bucketName: [UInt8]
    let bytes: UnsafeRawBufferPointer
    let hash: UInt64
}

extension LogKey {
    var nameLength: Int { bucketName.count + bytes.count }

    /// Whether a record's bucket and key are these.
    func matches(_ header: RecordHeader, _ name: UnsafeRawBufferPointer) -> Bool {
        guard header.bucketLength == bucketName.count, header.keyLength == bytes.count,
            name.count == nameLength
        else { return false }
        return name.prefix(bucketName.count).elementsEqual(bucketName)
            && isEqual(UnsafeRawBufferPointer(rebasing: name[bucketName.count...]))
    }

    private func isEqual(_ key: UnsafeRawBufferPointer) -> Bool {
        guard let left = key.baseAddress, let right = bytes.baseAddress else {
            return key.isEmpty && bytes.isEmpty
        }
        return memcmp(left, right, bytes.count) == 0
    }

    /// The checksum of bucket and key.
    var checksum: UInt32 {
        let bucket = bucketName.withUnsafeBytes { Checksum.of($0) }
        return Checksum.of(bytes, from: bucket)
    }
}
