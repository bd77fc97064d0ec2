#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Synchronization

/// Bytes by key in a directory: one log, crash-proof, shared by processes.
///
/// A look-up returns exactly the bytes last stored under its key, or `nil`; never other bytes and
/// never older ones, whatever happened to the files. When a store or a removal has returned, its
/// effect survives the death of the process; with ``Durability/synced`` a loss of power too. All
/// files together never pass the capacity: to make room, the entries that were stored longest
/// ago and not read since go first.
///
/// ```swift
/// let cache = try DiskCache(directory: directory, capacity: .mebibytes(200))
/// try cache.store(data, forKey: "avatar/42", lifetime: .days(30))
/// let bytes = try cache.data(forKey: "avatar/42")
/// ```
///
/// Any number of processes of one user may have the same directory open, and in each process any
/// number of `DiskCache`s; each sees the others' changes at its next look-up. Every method may be
/// called from any thread. Methods block while they read and write; ``CacheTier``'s, which are
/// `async`, do not. A key is any string of up to 64 KiB of UTF-8 and is told from others by these
/// bytes; no part of it is ever part of a path.
///
/// When somebody removes the directory while it is open, the next change finds that out, makes it
/// anew with the same capacity, and goes there; so no store is lost that returns later. Look-ups
/// find it out within a second if they find anything, or within some hundred that do not.
///
/// It is not a database: an entry may be evicted at any store, and one whose bytes were damaged
/// is a miss. It does not encrypt. After a fork, the child must open its own:
/// the parent's throws ``DiskCacheError/Code/forked`` there. A child that neither ends nor becomes
/// another program keeps the parent's locks from ending with the parent.
public final class DiskCache: Sendable {
    let space: DiskSpace
    /// What is open in place of `space` since the directory was removed.
    let newSpace = Mutex<DiskSpace?>(nil)
    let sharing: DirectorySharing
    let isClosed = Atomic<Bool>(false)
    /// Where the `async` methods wait for the disk.
    let pool: WorkerPool
    /// The directory.
    public let directory: URL

    /// Opens the cache in `directory`, which is made if it is not there.
    ///
    /// Opening reads an index for each full pack and the newest pack's headers: for a million
    /// entries about as long as it takes to put as many numbers into a dictionary. What a died
    /// process or a loss of power has left is mended.
    ///
    /// - Parameters:
    ///   - directory: A local directory's URL, for this cache alone. It must be this user's and
    ///     not be open to all; its last component must not be a link.
    ///   - capacity: What all files together may take, or `nil` to keep everything. Two who open
    ///     the same directory share one capacity: the one given last.
    ///   - sharing: Who else may have it open. Any process by default.
    ///   - lockDeadline: How long a change waits while another process makes one. A change takes
    ///     microseconds, unless the other process was stopped meanwhile. 5 seconds by default.
    ///   - time: The clock for lifetimes. The system's by default.
    /// - Throws: ``DiskCacheError``: `notADirectory`, `foreignDirectory`, `unsafeDirectory`,
    ///   `networkFileSystem`, `newerFormat`, `invalidCapacity`, `locked`, or a failure of the
    ///   file system. A directory that cannot be written to is opened all the same; then changes
    ///   throw `readOnly`.
    public convenience init(
        directory: URL, capacity: ByteCount?, sharing: DirectorySharing = .shared,
        lockDeadline: Duration = .seconds(5), time: TimeSource = .system
    ) throws {
        try self.init(
            directory: directory, capacity: capacity, sharing: sharing,
            lockDeadline: lockDeadline, time: time, fileSystem: PosixFileSystem())
    }

    /// Opens the cache on files of `fileSystem`.
    package convenience init(
        directory: URL, capacity: ByteCount?, sharing: DirectorySharing = .shared,
        lockDeadline: Duration = .seconds(5), time: TimeSource = .system,
        fileSystem: any FileSystem
    ) throws {
        try Self.check(capacity)
        let settings = DiskLog.Settings(
            time: time, capacity: capacity?.bytes, lockDeadline: lockDeadline)
        try self.init(directory, sharing, settings, fileSystem)
    }

    init(
        _ directory: URL, _ sharing: DirectorySharing, _ settings: DiskLog.Settings,
        _ fileSystem: any FileSystem
    ) throws {
        let path = try Self.path(of: directory)
        let log = try LogRegistry.log(
            at: path, in: fileSystem, sharing: sharing, settings: settings)
        space = try DiskSpace(log, bucket: "")
        self.sharing = sharing
        // Changes to a directory exclude each other, so a second thread would only wait.
        pool = WorkerPool(threads: 1)
        self.directory = directory
    }

    deinit {
        close()
    }
}

extension DiskCache {
    /// The smallest capacity that a cache can be given.
    public static let smallestCapacity = ByteCount.kibibytes(64)

    /// The largest capacity that a cache can be given; one without a capacity has no bound.
    public static let largestCapacity = ByteCount.gibibytes(1 << 20)

    private static func check(_ capacity: ByteCount?) throws {
        guard let capacity, !(smallestCapacity...largestCapacity).contains(capacity) else { return }
        throw DiskCacheError(
            .invalidCapacity,
            "A capacity of \(capacity) is out of range: from \(smallestCapacity) to \(largestCapacity)."
        )
    }

    /// The directory's path, without a slash at its end: behind one, a link would be followed.
    static func path(of directory: URL) throws -> String {
        let host = directory.host() ?? ""
        guard directory.isFileURL, host.isEmpty || host == "localhost" else {
            throw DiskCacheError(
                .notADirectory, "\(directory) is no local directory. Give a file URL.")
        }
        var path = directory.path(percentEncoded: false)
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw DiskCacheError(.notADirectory, "\(directory) has no path that can be opened.")
        }
        return path
    }

    /// Gives the directory back. Calls that are under way end first or go on in peace; later
    /// ones throw ``DiskCacheError/Code/closed``. Closing twice is harmless, and dropping the
    /// cache closes it.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        newSpace.withLock { LogRegistry.leave(($0 ?? space).log) }
    }

    /// The space, unless the cache was closed.
    @inline(__always)
    func open() throws -> DiskSpace {
        guard !isClosed.load(ordering: .relaxed) else {
            throw DiskLog.closed(space.log.directory.path)
        }
        guard space.log.isRemoved.load(ordering: .relaxed) else { return space }
        return try openAnew()
    }

    @inline(__always)
    func run<Result>(_ body: (DiskSpace) throws -> Result) throws -> Result {
        try DiskSpace.run(on: open, body)
    }
}

extension WorkerPool {
    /// The threads on which all disk caches read where the disk must be waited for: few, since a
    /// disk serves few at a time.
    static let forDisks = WorkerPool(threads: 4)
}
