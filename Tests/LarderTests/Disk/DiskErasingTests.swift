import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Making room for the removal takes files from the disk, which may have what is to be erased.
@Suite struct `Erasing an entry of a full cache` {
    private static let secret = [UInt8]("top secret".utf8)

    /// The files as they were before one was last unlinked.
    private final class Last: Sendable {
        let files = Mutex<[String: [UInt8]]>([:])
    }

    private static func isSecret(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains {
            bytes[$0] == secret[0] && bytes[$0...].starts(with: secret)
        }
    }

    @Test(arguments: [10, 6000])
    func `leaves no byte of it in what was unlinked`(size: Int) throws {
        let disk = FaultyFileSystem()
        let full = try DiskCache.open(on: disk)
        for index in 0..<130 { try full.store(Data(count: 900), forKey: "before \(index)") }
        let key = String(repeating: "k", count: 3000)
        try full.store(Data(Self.secret) + Data(count: size), forKey: key)
        // In one of these places the removal ends the pack that has it.
        for count in 0..<130 {
            try erase(key, on: disk.snapshot(), "\(count)")
            try full.store(Data(count: 900), forKey: "\(count)")
        }
    }

    private func erase(_ key: String, on files: FaultyFileSystem, _ what: String) throws {
        let cache = try DiskCache.open(on: files)
        let last = Last()
        files.onCall { call in
            if call.name == "unlink" { last.files.withLock { $0.merge(files.files) { $1 } } }
            return nil
        }
        try cache.remove(forKey: key, erasing: true)
        files.onCall { _ in nil }
        let left = files.files
        #expect(!left.values.contains(where: Self.isSecret), "behind \(what)")
        for (name, bytes) in last.files.withLock({ $0 }) where left[name] == nil {
            #expect(!Self.isSecret(bytes), "\(name) behind \(what)")
        }
    }
}
