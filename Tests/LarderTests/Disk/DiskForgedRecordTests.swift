import LarderTesting
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whoever can write checksums too has put a record where no look-up of its key would find it.
@Suite struct `A forged record` {
    @Test func `is not listed under the name it claims`() throws {
        let disk = FaultyFileSystem()
        let cache = try DiskCache.open(on: disk)
        try cache.store(Data("first".utf8), forKey: "one")
        cache.close()
        let files = disk.snapshot()
        try rename("one", to: "two", in: files)
        let reopened = try DiskCache.open(on: files)
        let cursor = reopened.entries()
        #expect(try cursor.next() == nil)
        for key in ["one", "two"] { #expect(try reopened.data(forKey: key) == nil) }
    }

    /// Gives the first record, of `key`, another key of the same length, with checksums that hold.
    private func rename(_ key: String, to other: String, in files: FaultyFileSystem) throws {
        let pack = "00000001.pack"
        var bytes = try #require(files.files[pack])
        let start = 64
        let seed = RecordHeader.seed(bytes.withUnsafeBytes { $0.number(at: 24) }, start)
        let record = start..<(start + RecordHeader.size + key.utf8.count)
        try bytes[record].withUnsafeMutableBytes { record in
            let read = RecordHeader(UnsafeRawBufferPointer(record), seed: seed)
            var header = try #require(read)
            let name = record[RecordHeader.size...]
            #expect(name.elementsEqual(key.utf8))
            UnsafeMutableRawBufferPointer(rebasing: name).copyBytes(from: other.utf8)
            header.keyChecksum = Checksum.of(UnsafeRawBufferPointer(rebasing: name))
            header.write(to: record, seed: seed)
        }
        files.overwrite(pack, with: bytes)
    }
}
