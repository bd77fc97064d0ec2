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

/// A file to read, or standard input for `-`.
enum InputFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ name: String, _ code: Int32) {
            self.init(name, reason: String(cString: strerror(code)))
        }

        init(_ name: String, reason: String) {
            description = "\(Describe.name(name)) cannot be read: \(reason)."
        }
    }

    static func contents(of name: String) throws -> Data {
        guard name != "-" else { return try contents(of: STDIN_FILENO, named: name) }
        let descriptor = open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(name, errno) }
        defer { close(descriptor) }
        return try contents(of: descriptor, named: name)
    }

    /// Reads the regular file at `path`: what a link there leads to is not read, and nobody waits
    /// for a pipe.
    static func contents(ofPlain path: String) throws -> Data {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // What opening a link or a socket gives.
        let isSpecial = descriptor < 0 && (errno == ELOOP || errno == ENXIO)
        guard descriptor >= 0 || isSpecial else { throw Failure(path, errno) }
        defer { if descriptor >= 0 { close(descriptor) } }
        var status = stat()
        guard !isSpecial, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(path, reason: "It is no regular file")
        }
        return try contents(of: descriptor, named: path)
    }

    private static func contents(of descriptor: Int32, named name: String) throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(name, errno) }
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
        }
    }
}
