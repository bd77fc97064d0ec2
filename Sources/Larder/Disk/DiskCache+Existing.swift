#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DiskCache {
    /// Opens the cache that is in `directory` with the capacity that it has, whatever that is:
    /// the way in for tools that look at another program's cache. Nothing is made.
    ///
    /// The other parameters are those of
    /// ``init(directory:capacity:sharing:lockDeadline:time:)``.
    ///
    /// - Throws: ``DiskCacheError`` as that does, and `notADirectory` when no cache is there.
    public convenience init(
        existing directory: URL, sharing: DirectorySharing = .shared,
        lockDeadline: Duration = .seconds(5), time: TimeSource = .system
    ) throws {
        let fileSystem = PosixFileSystem()
        try Self.checkIsCache(try Self.path(of: directory), in: fileSystem)
        let settings = DiskLog.Settings(
            time: time, capacity: nil, keepsCapacity: true, lockDeadline: lockDeadline)
        try self.init(directory, sharing, settings, fileSystem)
    }

    /// What all files together may take now, or `nil` for everything.
    public var capacity: ByteCount? {
        get throws {
            let bytes = try open().log.control[.capacity] ?? 0
            return bytes == 0 ? nil : .bytes(Int(clamping: bytes))
        }
    }

    static func checkIsCache(_ path: String, in fileSystem: any FileSystem) throws {
        do {
            let descriptor = try fileSystem.openDirectory(at: path)
            let directory = Directory(CacheFile(descriptor, in: fileSystem), path: path)
            if try directory.names().contains(where: FileName.isOurs) { return }
        } catch  where error != .missing {
            throw DiskCacheError(error, "Opening the cache", at: path)
        } catch {
            // A directory that is not there holds no cache either.
        }
        throw DiskCacheError(.notADirectory, "There is no cache in \(path).")
    }
}

extension DiskLog.Settings {
    /// What the control page is to say of the capacity: 0 for none.
    func capacityWord(in control: ControlPage) -> UInt64 {
        keepsCapacity ? control[.capacity] ?? 0 : UInt64(capacity ?? 0)
    }
}
