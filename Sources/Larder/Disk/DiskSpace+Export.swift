#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DiskSpace {
    /// How much of a large entry is in memory at once.
    private static let portion = 1 << 20

    /// Writes the payload under `key` to a file at `path`; `false` when there is none.
    func export(_ key: String, to path: String, replacing: Bool) throws -> Bool {
        for _ in 0..<8 {
            guard let found = try open(key, [], ignoringLifetime: false) else { return false }
            let copy = try ExportedFile(path, in: log.directory.file.fileSystem)
            guard try write(found, to: copy) else {
                try withKey(key) { try drop($0, found.value) }
                continue
            }
            try copy.commit(replacing: replacing)
            return true
        }
        return false
    }

    /// Returns `false` when the entry does not read as written.
    private func write(_ found: Found, to copy: ExportedFile) throws -> Bool {
        guard let file = found.file else {
            try copy.write(found.value.payload)
            return true
        }
        let length = file.reference.payloadLength
        for start in stride(from: 0, to: length, by: Self.portion) {
            let part = try read(file, start..<min(length, start + Self.portion))
            guard let part else { return false }
            try copy.write(part)
        }
        return true
    }

    /// The whole payload under `key`, a large one mapped.
    func mapped(_ key: String) throws -> Data? {
        for _ in 0..<8 {
            guard let found = try open(key, [], ignoringLifetime: false) else { return nil }
            guard let file = found.file else { return found.value.payload }
            if let bytes = try mapped(file) { return bytes }
            try withKey(key) { try drop($0, found.value) }
        }
        return nil
    }

    private func mapped(_ file: LargeFile) throws -> Data? {
        do throws(Errno) {
            return try file.mapped()
        } catch {
            throw log.failure(error, "Mapping a large entry")
        }
    }
}

/// A file outside of the cache that appears under its name only when it is whole.
final class ExportedFile {
    private let path: String
    private let directory: Directory
    private let name: String
    private let temporaryName: String
    private let file: CacheFile
    private var length = 0
    private var isFinished = false

    init(_ path: String, in fileSystem: any FileSystem) throws {
        self.path = path
        let end = path.lastIndex(of: "/")
        name = String(end.map { path[path.index(after: $0)...] } ?? path[...])
        guard !name.isEmpty, name != ".", name != ".." else {
            throw DiskCacheError(.notADirectory, "\(path) names no file.")
        }
        let folder = end.map { String(path[...$0]) } ?? "./"
        let random = LargeName.random()
        temporaryName = ".larder-" + String(random.first, radix: 36) + ".part"
        do throws(Errno) {
            // The dot lets the directory be a link, which is the caller's own business here.
            let descriptor = try fileSystem.openDirectory(at: folder + ".")
            directory = Directory(CacheFile(descriptor, in: fileSystem), path: folder)
            file = try directory.open(temporaryName, .createNew)
        } catch {
            throw Self.failure(error, path)
        }
    }

    deinit {
        // One that stays is told from the user's files by its name.
        if !isFinished { _ = try? directory.discard(temporaryName) }
    }
}

extension ExportedFile {
    private static func failure(_ errno: Errno, _ path: String) -> DiskCacheError {
        switch errno {
        case .exists:
            DiskCacheError(.fileExists, "\(path) is there already. Ask for it to be replaced.")
        case .missing:
            DiskCacheError(.notADirectory, "The directory of \(path) is not there. Make it first.")
        default: DiskCacheError(errno, "Writing the copy", at: path)
        }
    }

    func write(_ bytes: Data) throws {
        do throws(Errno) {
            let result: Result<Void, Errno> = bytes.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try file.write(WriteParts(bytes), at: length) }
            }
            try result.get()
        } catch {
            throw Self.failure(error, path)
        }
        length += bytes.count
    }

    func commit(replacing: Bool) throws {
        do throws(Errno) {
            try file.sync()
            try directory.rename(temporaryName, to: name, replacing: replacing)
            isFinished = true
            try directory.sync()
        } catch {
            throw Self.failure(error, path)
        }
    }
}
