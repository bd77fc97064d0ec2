import CLarderSystem
import Synchronization

/// The log of one directory: one object in a process, however often the directory is opened.
///
/// A head appends records, a hand forgets the oldest ones, and an index in memory says where the
/// newest record of each key is (see `Docs/DiskFormat.md`). Look-ups take no file lock: they load
/// the shared generation, catch up if it moved, and read once. Changes go through a
/// ``LogSession``, which holds the directory's write lock.
///
/// Locks are taken in the order `writing`, `reading`, then one of a bucket's or the packs'.
final class DiskLog: Sendable {
    /// What a cache brings along; the same for all who share the log.
    struct Settings: Sendable {
        var time: TimeSource
        /// Bytes, all files counted; `nil` to keep everything.
        var capacity: Int?
        /// Whether the capacity that the directory has stays, and `capacity` means nothing.
        var keepsCapacity = false
        /// How long a change waits for other processes' changes.
        var lockDeadline: Duration
    }

    /// How far the index has followed the log.
    struct Reading: Sendable {
        /// The end of what the index knows.
        var applied = Address.zero
        /// Nothing before it can be trusted: a record before it was damaged beyond naming.
        var floor = Address.zero
        /// The records of the pack that `applied` is in, for its seal.
        var headItems: [Seal.Item] = []
        var headBarrier = 0
        var headSynced = 0
    }

    let directory: Directory
    let control: ControlPage
    let hashKey: HashKey
    /// `nil` when the directory cannot be written to.
    let lockFile: CacheFile?
    let guardian: Guardian?
    /// The control page's file, which the first flush makes durable too.
    let controlFile: CacheFile?
    let settings: Settings
    let forkCount: UInt64
    /// Whether the directory lies in memory.
    let isInMemory: Bool

    /// The generation up to which the index has followed.
    let seen = Atomic<UInt64>(0)
    /// The last pack that the index knows of.
    let lastPack = Atomic<UInt32>(0)
    let isClosed = Atomic<Bool>(false)
    /// Whether the directory's files were removed while it was open.
    let isRemoved = Atomic<Bool>(false)
    /// When a look-up last asked whether they were, by the file system's clock.
    let lookedAround: Atomic<Int>
    let users = Atomic<Int>(0)
    /// Bytes appended since dead and live ones were last weighed, which is due at first: a process
    /// may live for one store.
    let appended = Atomic<Int>(LogSession.weighingInterval)

    let unnamed = BucketIndex(hash: 0)
    let buckets = Mutex<[UInt64: BucketIndex]>([:])
    let packs = Mutex(PackWindow())
    let reading = Mutex(Reading())
    let writing = Mutex(())
    let counters = Mutex(Counters())
    /// The hashes in the pack that the hand was in when a removal asked for them, and whose they
    /// are.
    let passing = Mutex((random: 0 as UInt64, hashes: Set<UInt64>()))

    init(
        directory: Directory, page: ControlFile.Page, lockFile: CacheFile?, guardian: Guardian?,
        settings: Settings
    ) {
        larder_watch_forks()
        forkCount = larder_fork_count()
        self.directory = directory
        lookedAround = Atomic(directory.file.fileSystem.uptime)
        isInMemory = directory.file.fileSystem.isInMemory(directory.file.descriptor)
        control = page.control
        hashKey = page.head.hashKey
        controlFile = page.file
        // The first look-up or change follows the log, whatever the generation is.
        seen.store(page.control.generation &- 1, ordering: .releasing)
        self.lockFile = lockFile
        self.guardian = guardian
        self.settings = settings
    }
}

extension DiskLog {
    /// What happened since the log was opened.
    struct Counters: Sendable, Hashable {
        var evictions = 0
        var expirations = 0
        var damage = 0
        var lockWaits = 0
    }

    var isReadOnly: Bool { lockFile == nil }

    var largestFile: Int { directory.file.fileSystem.largestFile }

    func bucket(_ hash: UInt64) -> BucketIndex {
        guard hash != 0 else { return unnamed }
        return buckets.withLock { buckets in
            if let known = buckets[hash] { return known }
            let new = BucketIndex(hash: hash)
            buckets[hash] = new
            return new
        }
    }

    var allBuckets: [BucketIndex] { buckets.withLock { [unnamed] + $0.values } }

    /// The number of a bucket in records. Never 0, which stands for none.
    func bucketHash(_ name: [UInt8]) -> UInt64 {
        guard !name.isEmpty else { return 0 }
        return ([0x62] + name).withUnsafeBytes { hashKey.hash($0) } | 1
    }

    var hand: Address { control.address(.hand) ?? .zero }

    func address(_ place: IndexPlace) -> Address {
        place.address(last: lastPack.load(ordering: .acquiring))
    }

    func failure(_ errno: Errno, _ doing: String) -> DiskCacheError {
        DiskCacheError(errno, doing, at: directory.path)
    }

    /// Refuses the use of a closed cache, and of one that came through a fork: the locks' and
    /// the index's other halves are the parent's.
    @inline(__always)
    func checkUsable() throws {
        guard !isClosed.load(ordering: .relaxed), larder_fork_count() == forkCount else {
            throw unusable()
        }
    }

    @inline(never)
    private func unusable() -> DiskCacheError {
        guard !isClosed.load(ordering: .relaxed) else { return Self.closed(directory.path) }
        return DiskCacheError(
            .forked, "The cache in \(directory.path) was opened before a fork. Open it anew.")
    }

    static func closed(_ path: String) -> DiskCacheError {
        DiskCacheError(.closed, "The cache in \(path) was closed. Open it anew.")
    }
}

// MARK: Packs

extension DiskLog {
    enum PackFailure: Error { case missing, damaged, other(Errno) }

    /// The pack `number`, opened if it is not open yet.
    func pack(_ number: UInt32) throws(PackFailure) -> Pack {
        if let open = packs.withLock({ $0[number] }) { return open }
        let pack = try openPack(number)
        packs.withLock { $0.insert(pack) }
        return pack
    }

    func openPack(_ number: UInt32) throws(PackFailure) -> Pack {
        let opened: (file: CacheFile, header: PackHeader?)
        do throws(Errno) {
            let file = try directory.open(FileName.pack(number), isReadOnly ? .read : .write)
            opened = (file, try Self.packHeader(of: file))
        } catch {
            // What is no pack is damage, not a reason to stop.
            throw error == .missing ? .missing : error.isForeign ? .damaged : .other(error)
        }
        guard let header = opened.header, header.number == number, header.hashKey == hashKey
        else { throw .damaged }
        return Pack(header: header, file: opened.file)
    }

    static func packHeader(of file: CacheFile) throws(Errno) -> PackHeader? {
        var bytes = [UInt8](repeating: 0, count: PackHeader.size)
        let result: Result<Int, Errno> = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(Errno) in try file.read(into: buffer, at: 0) }
        }
        guard try result.get() == PackHeader.size else { return nil }
        return bytes.withUnsafeBytes { try? PackHeader($0) }  // Which failure is all one here.
    }
}
