/// The one seam between the disk tier and the system's files.
///
/// Each requirement is one system call, with its refusals and its short counts: a test can make
/// any of them fail, cut it short, or lose what was not synced (`FaultyFileSystem` in
/// LarderTesting). Names are relative to a directory that is held open, and links are never
/// followed.
package protocol FileSystem: Sendable {
    /// A number that differs between two systems' files; with ``FileStatus`` it names a file.
    var identifier: UInt64 { get }
    /// A number that differs between two boots of the machine; 0 when it cannot be told.
    var bootIdentifier: UInt64 { get }
    /// Whole seconds since some moment, never going back. Asked for by each look-up.
    var uptime: Int { get }
    /// How many bytes long this process may make a file. Writing further, even in a file that is
    /// longer, may end it; see setrlimit(2), `RLIMIT_FSIZE`.
    var largestFile: Int { get }

    /// Creates the directory at `path`, for its owner alone.
    func makeDirectory(at path: String) throws(Errno)
    /// Opens the directory at `path`, which must not be a link.
    func openDirectory(at path: String) throws(Errno) -> Descriptor
    /// The names in `directory`, in no order, but those of itself and its parent.
    func names(in directory: Descriptor) throws(Errno) -> [String]
    /// Whether `file` lies on another machine's disk.
    func isNetwork(_ file: Descriptor) -> Bool

    /// Whether `file` lies in memory, on no disk.
    func isInMemory(_ file: Descriptor) -> Bool

    /// Opens the file `name` in `directory`, which must not be a link.
    func open(
        _ name: String, in directory: Descriptor, _ access: FileAccess
    ) throws(Errno) -> Descriptor
    /// Closes `file`.
    func close(_ file: Descriptor)
    /// Removes the file `name` from `directory`.
    func unlink(_ name: String, in directory: Descriptor) throws(Errno)
    /// Renames the file `name` in `directory` to `other`, in place of what has that name or, unless
    /// `replacing`, only if nothing has it.
    func rename(
        _ name: String, to other: String, in directory: Descriptor, replacing: Bool
    ) throws(Errno)
    /// What is known about `file`.
    func status(of file: Descriptor) throws(Errno) -> FileStatus

    /// Reads from `offset` on into `buffer`; returns a count that may be short. Without `mayWait`
    /// it refuses with ``Errno/again`` where it would have to wait for the disk.
    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int,
        mayWait: Bool
    ) throws(Errno) -> Int
    /// Writes the three parts one after the other; returns a count that may be short.
    func write(
        _ file: Descriptor, _ parts: WriteParts, at offset: Int
    ) throws(Errno) -> Int
    /// Cuts or extends `file` to `length`.
    func truncate(_ file: Descriptor, to length: Int) throws(Errno)
    /// Takes the disk's blocks for `range` of `file`, which becomes no longer by it. Those behind
    /// its end are given back when it is cut or extended.
    func reserve(_ file: Descriptor, _ range: Range<Int>) throws(Errno)
    /// Makes the content of `file`, or the names of a directory, survive a loss of power.
    func sync(_ file: Descriptor) throws(Errno)

    /// Takes the lock that belongs to `file` if it is free; it ends with its holder.
    func lock(_ file: Descriptor, isShared: Bool) throws(Errno) -> Bool
    /// Gives the lock of `file` back.
    func unlock(_ file: Descriptor)

    /// Maps the first `length` bytes of `file`, shared with everyone who maps it.
    func map(
        _ file: Descriptor, length: Int, isWritable: Bool
    ) throws(Errno) -> UnsafeMutableRawPointer
    /// Ends a mapping.
    func unmap(_ address: UnsafeMutableRawPointer, length: Int)
}

/// An open file or directory.
package struct Descriptor: Hashable, Sendable {
    /// The system's number for it.
    package let number: Int32

    /// Makes a descriptor of the system's number.
    package init(_ number: Int32) {
        self.number = number
    }
}

/// How a file is opened.
package enum FileAccess: Sendable {
    /// To read a file that is there.
    case read
    /// To read and write a file that is there.
    case write
    /// To read and write a file, made for its owner alone if it is not there.
    case create
    /// To read and write a new file, for its owner alone.
    case createNew
}

/// What is known about an open file.
package struct FileStatus: Hashable, Sendable {
    /// Whether it is a directory.
    package var isDirectory = false
    /// Whether it is an ordinary file.
    package var isFile = true
    /// Its length in bytes.
    package var size = 0
    /// How many names it has; 0 when it was unlinked.
    package var links = 1
    /// Whether it belongs to the process's user.
    package var isOwn = true
    /// Whether any user may write to it.
    package var isOpenToAll = false
    /// The disk that it lies on.
    package var device: UInt64 = 0
    /// Its number on that disk.
    package var inode: UInt64 = 0

    /// Makes a status.
    package init() {}
}

/// What one write puts down: three runs of bytes, any of which may be empty.
package struct WriteParts {
    package var first: UnsafeRawBufferPointer
    package var second: UnsafeRawBufferPointer
    package var third: UnsafeRawBufferPointer

    /// Makes a write of up to three parts.
    package init(
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        _ third: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// The bytes of all parts.
    package var count: Int { first.count + second.count + third.count }

    /// What is left after the first `count` bytes.
    package func dropFirst(_ count: Int) -> WriteParts {
        var rest = count
        func cut(_ part: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
            let taken = min(rest, part.count)
            rest -= taken
            return UnsafeRawBufferPointer(rebasing: part[taken...])
        }
        return WriteParts(cut(first), cut(second), cut(third))
    }
}
