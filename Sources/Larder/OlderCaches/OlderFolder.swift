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

/// The folder of an older cache: reads plain files directly in it, and nothing else.
struct OlderFolder: Sendable {
    let path: String
    /// How bytes are read; tests put changes in between.
    var reading: @Sendable (Int32, UnsafeMutableRawPointer?, Int, off_t) -> Int = {
        pread($0, $1, $2, $3)
    }

    init(_ directory: URL) throws {
        guard directory.isFileURL else {
            throw OlderCacheError(.folder, "\(directory) is no folder on this machine.")
        }
        path = directory.path(percentEncoded: false)
        let descriptor = try opened()
        close(descriptor)
    }
}

extension OlderFolder {
    /// A name in the folder.
    struct Name {
        /// The name; bytes that are no UTF-8 are shown as the replacement character.
        let text: String
        /// Whether `text` is the name, byte for byte.
        let isExact: Bool
    }

    /// What stands under a name.
    enum Found {
        case file(OlderFile)
        case absent
        case refused(OlderCacheReport.SkipReason)
    }

    /// Whether `name` means one file directly in a folder.
    static func isPlain(_ name: String) -> Bool {
        name != "." && name != ".." && (1...255).contains(name.utf8.count)
            && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// Every name in the folder, in the order of their bytes.
    func names() throws -> [Name] {
        let descriptor = try opened()
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw OlderCacheError(.folder, "\(path) cannot be listed: \(Self.reason()).")
        }
        defer { closedir(stream) }
        var names: [Name] = []
        while let entry = readdir(stream) {
            let name = Self.name(in: entry)
            if name.text != ".", name.text != ".." { names.append(name) }
        }
        return names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    }

    /// The regular file under `name`: its first `prefix` bytes or all of them, if there are not
    /// more than `limit`. One that changes while all of it is read is read again.
    func read(_ name: String, limit: ByteCount, prefix: Int = .max) throws -> Found {
        guard Self.isPlain(name) else { return .refused(.unsafeName) }
        let folder = try opened()
        defer { close(folder) }
        let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .absent
            case ELOOP, ENXIO: return .refused(.notAFile)
            default: throw unreadable(name)
            }
        }
        defer { close(descriptor) }
        var status = try self.status(of: descriptor, named: name)
        for _ in 0..<3 {
            guard status.st_mode & S_IFMT == S_IFREG else { return .refused(.notAFile) }
            guard status.st_size <= limit.bytes else { return .refused(.tooLarge) }
            let bytes = try contents(
                of: descriptor, named: name, count: min(prefix, Int(status.st_size)))
            let file = OlderFile(bytes: bytes, status: status)
            status = try self.status(of: descriptor, named: name)
            let isSame = OlderFile(bytes: bytes, status: status).attributes == file.attributes
            if prefix < file.attributes.size || isSame && bytes.count == file.attributes.size {
                return .file(file)
            }
        }
        throw OlderCacheError(.file, "\(name) in \(path) is being written to.")
    }

    /// Deletes the regular file under `name`, if there is one.
    func delete(_ name: String) throws {
        let folder = try opened()
        defer { close(folder) }
        var status = stat()
        guard Self.isPlain(name), fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG,
            unlinkat(folder, name, 0) != 0, errno != ENOENT
        else { return }
        throw OlderCacheError(.file, "\(name) in \(path) cannot be deleted: \(Self.reason()).")
    }
}

extension OlderFolder {
    private func opened() throws -> Int32 {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 { return descriptor }
        let problem = errno == ENOTDIR ? "is no folder" : "cannot be opened: \(Self.reason())"
        throw OlderCacheError(.folder, "\(path) \(problem).")
    }

    private func contents(of descriptor: Int32, named name: String, count: Int) throws -> Data {
        var bytes = Data(count: count)
        let length = try bytes.withUnsafeMutableBytes { buffer in
            var done = 0
            while done < buffer.count {
                let step = reading(
                    descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
                    off_t(done))
                if step < 0, errno == EINTR { continue }
                guard step >= 0 else { throw unreadable(name) }
                // Whoever still writes to the file has shortened it.
                guard step > 0 else { break }
                done += step
            }
            return done
        }
        return bytes.prefix(length)
    }

    private func status(of descriptor: Int32, named name: String) throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(name) }
        return status
    }

    private func unreadable(_ name: String) -> OlderCacheError {
        OlderCacheError(.file, "\(name) in \(path) cannot be read: \(Self.reason()).")
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func name(in entry: UnsafeMutablePointer<dirent>) -> Name {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = UnsafeRawPointer(entry).advanced(by: offset)
            .assumingMemoryBound(to: CChar.self)
        let bytes = UnsafeBufferPointer(start: start, count: strlen(start))
            .map(UInt8.init(bitPattern:))
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return Name(text: String(decoding: bytes, as: UTF8.self), isExact: false)
        }
        return Name(text: text, isExact: true)
    }
}
