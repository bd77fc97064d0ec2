import Foundation

/// The floor: one open file, appended to and read by one system call each.
final class BareFile: DiskPeer {
    private let folder: ScratchFolder
    private let file: Int32
    private let size: Int
    private var end = 0

    /// A file of entries of `size` bytes, numbered from 0 on.
    init(size: Int) throws {
        folder = try ScratchFolder()
        self.size = size
        file = open(folder.path("bare"), O_RDWR | O_CREAT, 0o600)
        guard file >= 0 else { throw PeerFailure("no bare file") }
    }

    deinit {
        close(file)
    }

    func store(_ bytes: Data, as number: Int) throws {
        let written = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, size, off_t(end)) }
        guard written == size else { throw PeerFailure("a short write") }
        end += size
    }

    func look(up number: Int) throws -> Int {
        let memory = malloc(size)
        defer { free(memory) }
        return pread(file, memory, size, off_t(number * size))
    }
}
