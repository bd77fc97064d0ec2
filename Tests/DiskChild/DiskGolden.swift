#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// Writes the directory that the format's test reads: `DiskChild golden DIRECTORY - 0`.
///
/// Made once for each version of the format and committed; it is never written again for one that
/// has been published.
struct DiskGolden {
    let directory: URL

    init(_ directory: URL) {
        self.directory = directory
    }
}

extension DiskGolden {
    /// Every kind of record, and packs with and without a seal, in as few bytes as it takes.
    func write() throws {
        let cache = try DiskCache(directory: directory, capacity: .kibibytes(64))
        try cache.store(Data("gone".utf8), forKey: "before all")
        try cache.removeAll()
        try cache.bucket("bucket").store(Data("gone".utf8), forKey: "key")
        try cache.bucket("bucket").removeAll()
        try cache.bucket("other").store(Data("kept".utf8), forKey: "key")
        for key in ["first", "second", "third"] {
            try cache.store(Data(key.utf8), forKey: key, metadata: ["name": key])
        }
        try cache.store(Data("gone".utf8), forKey: "removed")
        try cache.remove(forKey: "removed", durability: .synced)
        try cache.store(Data(), forKey: "", lifetime: .days(365_000))
        try cache.store(Data("gone".utf8), forKey: "expired", lifetime: .fixed(.milliseconds(1)))
        try cache.store(DiskChild.payload(7, 2500), forKey: "large", durability: .synced)
        try cache.replaceMetadata(forKey: "large", with: ["name": "large"])
        for index in 0..<6 { try cache.store(DiskChild.payload(index, 1500), forKey: "fill") }
        _ = try cache.data(forKey: "first")
    }
}
