#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that appears under its name only when all of its files are whole.
///
/// Until then they lie beside it in a folder of another name, which goes with whoever stops half
/// way, by Ctrl-C too.
final class OutputFolder: Sendable {
    private let path: String
    private let temporary: String
    /// Kept open while the folder is unfinished: it says that somebody is at it.
    private let descriptor: Int32

    /// Begins a folder at `path`, which must be empty or not there.
    init(_ path: String) throws {
        var bare = path[...]
        while bare.count > 1, bare.last == "/" { bare.removeLast() }
        self.path = String(bare)
        if let names = try? FileManager.default.contentsOfDirectory(atPath: path), !names.isEmpty {
            throw OutputFileError(path, ENOTEMPTY)
        }
        temporary = UnfinishedFiles.name(beside: self.path)
        descriptor = UnfinishedFiles.createFolder(temporary)
        guard descriptor >= 0 else { throw OutputFileError(path, errno) }
    }

    deinit {
        close(descriptor)
        UnfinishedFiles.remove(temporary)
    }
}

extension OutputFolder {
    /// Makes the folder at `path` and those above it, unless it is there.
    static func make(_ path: String) throws {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
            throw OutputFileError(path, ENOTDIR)
        }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// The path of a file in the unfinished folder.
    func file(_ name: String) -> String { "\(temporary)/\(name)" }

    /// Lets the folder appear.
    func commit() throws {
        guard rename(temporary, path) == 0 else { throw OutputFileError(path, errno) }
        UnfinishedFiles.forget(temporary)
    }
}
