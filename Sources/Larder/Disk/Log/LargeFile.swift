#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A large entry's file, open for reading.
struct LargeFile: Sendable {
    let reference: LargeReference
    let file: CacheFile
}

extension LargeFile {
    /// Opens the file that `reference` names; `nil` when it is not there or not the one.
    init?(_ reference: LargeReference, in directory: Directory) throws(Errno) {
        let file: CacheFile
        do throws(Errno) {
            file = try directory.open(FileName.large(reference.name), .read)
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
        guard try file.status().size == reference.payloadLength else { return nil }
        self.reference = reference
        self.file = file
    }

    /// The bytes in `range` of the payload, or `nil` when they no longer read as written.
    func read(_ range: Range<Int>) throws(Errno) -> Data? {
        let wanted = range.clamped(to: 0..<reference.payloadLength)
        guard !wanted.isEmpty else { return Data() }
        let block = LargeReference.block
        let start = wanted.lowerBound / block * block
        let end = min(reference.payloadLength, (wanted.upperBound + block - 1) / block * block)
        let memory = RecordMemory(count: end - start)
        guard try file.read(into: memory.buffer, at: start) == end - start,
            isSound(memory.bytes, from: start / block)
        else { return nil }
        guard wanted.lowerBound > start || wanted.upperBound < end else {
            return memory.take(0..<(end - start))
        }
        return Data(memory.bytes[(wanted.lowerBound - start)..<(wanted.upperBound - start)])
    }

    /// The whole payload, mapped, or `nil` when it no longer reads as written.
    func mapped() throws(Errno) -> Data? {
        let length = reference.payloadLength
        guard length > 0 else { return Data() }
        let fileSystem = file.fileSystem
        let address = try fileSystem.map(file.descriptor, length: length, isWritable: false)
        guard isSound(UnsafeRawBufferPointer(start: address, count: length), from: 0) else {
            fileSystem.unmap(address, length: length)
            return nil
        }
        return Data(
            bytesNoCopy: address, count: length,
            deallocator: .custom { fileSystem.unmap($0, length: $1) })
    }

    private func isSound(_ bytes: UnsafeRawBufferPointer, from first: Int) -> Bool {
        var index = first
        var place = 0
        while place < bytes.count {
            let next = min(place + LargeReference.block, bytes.count)
            let part = UnsafeRawBufferPointer(rebasing: bytes[place..<next])
            guard Checksum.of(part) == reference.checksums[index] else { return false }
            index += 1
            place = next
        }
        return true
    }

    /// Whether the file that `reference` names is there and reads as written.
    static func isWhole(_ reference: LargeReference, in directory: Directory) throws(Errno) -> Bool
    {
        guard let file = try LargeFile(reference, in: directory) else { return false }
        var place = 0
        while place < reference.payloadLength {
            let next = min(place + 16 * LargeReference.block, reference.payloadLength)
            guard try file.read(place..<next) != nil else { return false }
            place = next
        }
        return true
    }
}
