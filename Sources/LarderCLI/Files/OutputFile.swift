import CLarderSystem

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

/// A file that appears under its name only when it is whole.
///
/// Until then its bytes lie in the same folder without a name, or under one of their own where the
/// system has no files without. Whoever stops half way, by Ctrl-C too, leaves nothing behind. A
/// name that stands for no regular file, `/dev/null` for instance, is written to directly.
final class OutputFile: Sendable {
    private enum Unfinished { case unnamed, named(String) }

    private let path: String
    /// How its bytes lie there; `nil` where they go to what has the name.
    private let unfinished: Unfinished?
    private let descriptor: Int32

    /// Begins a file at `path`. Without `mayBeUnnamed` its bytes have a name from the start.
    init(_ path: String, mayBeUnnamed: Bool = true) throws {
        self.path = path
        var status = stat()
        let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        if isSpecial {
            unfinished = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else if mayBeUnnamed, let unnamed = UnfinishedFiles.unnamed(beside: path) {
            unfinished = .unnamed
            descriptor = unnamed
        } else {
            let name = UnfinishedFiles.name(beside: path)
            unfinished = .named(name)
            descriptor = UnfinishedFiles.create(name)
        }
        guard descriptor >= 0 else { throw OutputFileError(path, errno) }
    }

    deinit {
        close(descriptor)
        if case .named(let name) = unfinished { UnfinishedFiles.remove(name) }
    }
}

extension OutputFile {
    func write(_ bytes: Data) throws {
        try bytes.withUnsafeBytes { buffer in
            guard let code = Terminal.writeAll(buffer, to: descriptor) else { return }
            throw OutputFileError(path, code)
        }
    }

    /// Lets the file appear, in place of what was there.
    func commit() throws {
        switch unfinished {
        case nil: return
        case .named(let name): try finish(name)
        case .unnamed:
            let code = larder_name_file(descriptor, path)
            guard code != 0 else { return }
            guard code == -EEXIST else { throw OutputFileError(path, -code) }
            // A name can be taken over from another file only by a file that has one.
            let name = UnfinishedFiles.name(beside: path)
            guard UnfinishedFiles.name(descriptor, name) else { throw OutputFileError(path, errno) }
            defer { UnfinishedFiles.remove(name) }
            try finish(name)
        }
    }

    private func finish(_ name: String) throws {
        guard rename(name, path) == 0 else { throw OutputFileError(path, errno) }
        UnfinishedFiles.forget(name)
    }

    static func write(_ bytes: Data, to path: String) throws {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.commit()
    }
}

/// A file that could not be written.
struct OutputFileError: Error, CustomStringConvertible {
    let description: String

    init(_ path: String, _ code: Int32) {
        let reason = String(cString: strerror(code))
        description = "\(Describe.name(path)) cannot be written: \(reason)."
    }
}
