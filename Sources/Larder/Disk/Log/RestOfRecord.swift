#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The part of a record after its key, in memory that becomes the payload's own without a copy.
final class RestOfRecord {
    private var memory: UnsafeMutableRawBufferPointer?

    init(count: Int) {
        memory = count == 0 ? nil : .allocate(byteCount: count, alignment: 16)
    }

    deinit {
        memory?.deallocate()
    }
}

extension RestOfRecord {
    var buffer: UnsafeMutableRawBufferPointer {
        memory ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// The metadata, or `nil` when it does not read as written.
    func metadata(_ header: RecordHeader) -> [String: String]? {
        guard header.metadataLength > 0 else { return [:] }
        let start = header.payloadLength
        guard start + header.metadataLength <= buffer.count else { return nil }
        let bytes = UnsafeRawBufferPointer(
            rebasing: buffer[start..<(start + header.metadataLength)])
        guard Checksum.of(bytes) == header.metadataChecksum else { return nil }
        return MetadataCoding.metadata(bytes)
    }

    /// The payload, which takes the memory over, or `nil` when it does not read as written.
    func takePayload(_ header: RecordHeader) -> Data? {
        guard header.payloadLength > 0 else { return Data() }
        guard let owned = memory, let start = owned.baseAddress,
            header.payloadLength <= owned.count
        else { return nil }
        let payload = UnsafeRawBufferPointer(start: start, count: header.payloadLength)
        guard Checksum.of(payload) == header.payloadChecksum else { return nil }
        memory = nil
        return Data(
            bytesNoCopy: start, count: header.payloadLength,
            deallocator: .custom { pointer, _ in pointer.deallocate() })
    }
}

extension RestOfRecord {
    /// All of the memory, which the result takes over.
    func takeAll() -> Data {
        guard let owned = memory, let start = owned.baseAddress else { return Data() }
        memory = nil
        return Data(
            bytesNoCopy: start, count: owned.count,
            deallocator: .custom { pointer, _ in pointer.deallocate() })
    }
}
