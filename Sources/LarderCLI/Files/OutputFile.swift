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

    /// Gives a file that has no name one; returns 0, or a negative `errno`.
    typealias Naming = (_ descriptor: Int32, _ path: String) -> Int32

    /// Lets the file appear, in place of what was there.
    ///
    /// Some file systems, and some rules about system calls, allow files without a name and do not
    /// allow to give them one. Then the bytes are copied to a file that has one.
    func commit(naming give: Naming = { larder_name_file($0, $1) }) throws {
        switch unfinished {
        case nil: return
        case .named(let name): try finish(name)
        case .unnamed:
            let code = give(descriptor, path)
            guard code != 0 else { return }
            // A name can be taken over from another file only by a file that has one.
            let name = UnfinishedFiles.name(beside: path)
            defer { UnfinishedFiles.remove(name) }
            guard code != -EEXIST || UnfinishedFiles.name(descriptor, name, naming: give) != 0
            else {
                return try finish(name)
            }
            let copy = UnfinishedFiles.create(name)
            guard copy >= 0 else { throw OutputFileError(path, errno) }
            defer { close(copy) }
            try copyBytes(to: copy)
            try finish(name)
        }
    }

    private func copyBytes(to copy: Int32) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var place: off_t = 0
        while true {
            let count = pread(descriptor, &buffer, buffer.count, place)
            guard count >= 0 else { throw OutputFileError(path, errno) }
            guard count > 0 else { return }
            let code = buffer.withUnsafeBytes {
                Terminal.writeAll(UnsafeRawBufferPointer(rebasing: $0.prefix(count)), to: copy)
            }
            if let code { throw OutputFileError(path, code) }
            place += off_t(count)
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
