import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Opening the disk cache that is there` {
    let place = TemporaryDirectory()

    @Test(arguments: [ByteCount.mebibytes(3), nil])
    func `leaves its capacity as it is`(capacity: ByteCount?) throws {
        try DiskCache(directory: place.url, capacity: capacity)
            .store(Data([1]), forKey: "a")
        do {
            let visitor = try DiskCache(existing: place.url)
            #expect(try visitor.capacity == capacity)
            #expect(try visitor.data(forKey: "a") == Data([1]))
        }
        #expect(try DiskCache(existing: place.url).capacity == capacity)
    }

    @Test func `leaves the capacity also while somebody has it open`() throws {
        let owner = try DiskCache(directory: place.url, capacity: .mebibytes(3))
        let visitor = try DiskCache(existing: place.url)
        #expect(try owner.capacity == .mebibytes(3))
        #expect(try visitor.capacity == .mebibytes(3))
    }

    @Test func `is refused where there is none, and makes nothing`() throws {
        #expect { try DiskCache(existing: place.url) } throws: {
            DiskCacheError.Code.notADirectory ~= $0
        }
        #expect(!FileManager.default.fileExists(atPath: place.url.path))
        try FileManager.default.createDirectory(
            at: place.url, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        #expect { try DiskCache(existing: place.url) } throws: {
            DiskCacheError.Code.notADirectory ~= $0
        }
        #expect(place.names.isEmpty)
    }
}
