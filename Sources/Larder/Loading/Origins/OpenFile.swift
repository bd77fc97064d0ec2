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

/// A regular file that is open for reading; closed when it is released.
final class OpenFile: Sendable {
    /// The size when it was opened: no more is read, and less is an error.
    let size: Int
    /// A strong entity tag of the file as it was opened.
    let tag: String
    private let modified: Date
    private let descriptor: Int32
    private let path: String
    private let url: URL

    private static let partSize = 128 << 10

    /// Opens the file at `path`, which blocks. A pipe or device is refused without waiting for it.
    init(_ path: String, url: URL) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Self.failure("The file “\(path)” cannot be opened", url)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            let message = "“\(path)” is a folder or no regular file. Name a file."
            throw LoadError(.file, message, url: url)
        }
        let time = Self.modificationTime(status)
        self.descriptor = descriptor
        self.path = path
        self.url = url
        size = Int(status.st_size)
        modified = Date(timeIntervalSince1970: Double(time.tv_sec))
        let marks = [Int(status.st_ino), size, Int(time.tv_sec), Int(time.tv_nsec)]
        tag = "\"" + marks.map { String($0, radix: 16) }.joined(separator: "-") + "\""
    }

    deinit { close(descriptor) }
}

extension OpenFile {
    /// The fields of a whole answer.
    var fields: HTTPFields {
        var fields = validators
        fields.append("Content-Length", String(size))
        return fields
    }

    /// The fields of an answer that says nothing has changed.
    var validators: HTTPFields {
        [
            "Last-Modified": HTTPDate(modified).description, "ETag": tag,
            "Cache-Control": "no-cache",
        ]
    }

    /// The bytes from `start` on, as many as fit one part; blocks.
    func read(at start: Int) throws -> Data {
        var part = Data(count: min(size - start, Self.partSize))
        let count = part.withUnsafeMutableBytes {
            pread(descriptor, $0.baseAddress, $0.count, off_t(start))
        }
        guard count >= 0 else { throw Self.failure("The file “\(path)” cannot be read", url) }
        guard count > 0 else {
            let message =
                "The file “\(path)” was cut to \(start) of \(size) bytes while it was read."
            throw LoadError(.truncated, message, url: url)
        }
        return count < part.count ? part.prefix(count) : part
    }

    private static func failure(_ message: String, _ url: URL) -> LoadError {
        LoadError(.file, "\(message): \(String(cString: strerror(errno))).", url: url)
    }
}

#if canImport(Darwin)
extension OpenFile {
    private static func modificationTime(_ status: stat) -> timespec { status.st_mtimespec }
}
#else
extension OpenFile {
    private static func modificationTime(_ status: stat) -> timespec { status.st_mtim }
}
#endif
