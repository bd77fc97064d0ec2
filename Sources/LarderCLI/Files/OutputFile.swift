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
/// Until then its bytes lie beside it under a name of their own. Whoever stops half way, by
/// Ctrl-C too, leaves nothing behind. A name that stands for no regular file, `/dev/null` for
/// instance, is written to directly.
final class OutputFile: Sendable {
    private let path: String
    private let temporary: String?
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        var status = stat()
        let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        if isSpecial {
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let name = UnfinishedFiles.name(beside: path)
            temporary = name
            descriptor = UnfinishedFiles.create(name)
        }
        guard descriptor >= 0 else { throw OutputFileError(path, errno) }
    }

    deinit {
        close(descriptor)
        if let temporary { UnfinishedFiles.remove(temporary) }
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
        guard let temporary else { return }
        guard rename(temporary, path) == 0 else { throw OutputFileError(path, errno) }
        UnfinishedFiles.forget(temporary)
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
        description = "\(Describe.printable(path)) cannot be written: \(reason)."
    }
}
