import Foundation

/// What most caches do: a file an entry, its name made beforehand.
final class FilePerEntry: DiskPeer {
    private let paths: [String]
    private let temporary: String

    /// Gives its space back when it goes; the files go with `scratch`. Where thousands were
    /// removed, some file systems make new ones at a tenth of their speed for seconds.
    init(count: Int, in scratch: ScratchFolder) throws {
        let folder = try scratch.newFolder().path
        paths = (0..<count).map { number in
            folder + "/" + String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
        }
        temporary = folder + "/new"
    }

    deinit {
        for path in paths { truncate(path, 0) }
    }

    func store(_ bytes: Data, as number: Int) throws {
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
        guard written == bytes.count, rename(temporary, paths[number]) == 0 else {
            throw PeerFailure("a file was not written")
        }
    }

    func look(up number: Int) throws -> Int {
        let file = open(paths[number], O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw PeerFailure("a file is not there") }
        let memory = malloc(Int(status.st_size))
        defer { free(memory) }
        return read(file, memory, Int(status.st_size))
    }
}
