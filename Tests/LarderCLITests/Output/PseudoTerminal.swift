#if os(Linux)
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A terminal that nobody looks at, of a width of choice.
final class PseudoTerminal {
    /// The device that a program opens.
    let path: String
    private let near: Int32
    private let far: Int32

    struct Failure: Error {}

    /// Whether the machine has any: a bare root directory may lack their file system.
    static let areThere = access("/dev/pts/ptmx", F_OK) == 0

    init(columns: UInt16) throws {
        near = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, number) = (Int32(0), Int32(0))
        // TIOCSPTLCK and TIOCGPTN, which no header that Swift reads tells.
        guard near >= 0, ioctl(near, 0x4004_5431, &isLocked) == 0,
            ioctl(near, 0x8004_5430, &number) == 0
        else { throw Failure() }
        path = "/dev/pts/\(number)"
        far = open(path, O_RDWR | O_NOCTTY)
        var size = winsize()
        size.ws_col = columns
        guard far >= 0, ioctl(far, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure() }
    }

    deinit {
        close(far)
        close(near)
    }

    /// What was printed to it so far. No more than a terminal holds unread, some 4,000 bytes.
    var shown: String {
        _ = fcntl(near, F_SETFL, O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(near, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
#endif
