import Foundation
import Larder

/// `DiskCache` with room for everything.
final class LarderDisk: DiskPeer {
    private let folder: ScratchFolder
    let cache: DiskCache
    /// The keys of the numbers from 0 on.
    var keys: [String]

    init(
        keys: [String], capacity: ByteCount = .gibibytes(1)
    ) throws {
        self.keys = keys
        folder = try ScratchFolder()
        cache = try DiskCache(directory: folder.url, capacity: capacity)
    }

    deinit {
        cache.close()
    }

    func store(_ bytes: Data, as number: Int) throws {
        try cache.store(bytes, forKey: keys[number])
    }

    func look(up number: Int) throws -> Int {
        try cache.data(forKey: keys[number])?.count ?? 0
    }
}
