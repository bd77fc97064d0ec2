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
            let reason = String(cString: strerror(code))
            description = "\(Describe.name(name)) cannot be read: \(reason)."
        }
    }

    static func contents(of name: String) throws -> Data {
        let descriptor = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(name, errno) }
        defer { if name != "-" { close(descriptor) } }
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
