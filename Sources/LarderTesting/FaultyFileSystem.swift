package import Larder
import Synchronization

/// A file system in memory whose calls can be made to fail, be cut short, or lose at a power cut
/// what was not synced.
///
/// Several views of one disk stand for several processes. A snapshot is the disk as a process's
/// death at this moment would leave it; ``afterPowerLoss(seed:)`` is what a loss of power would:
/// of everything written since its file was last synced, any part may be there or not, in pieces
/// of 512 bytes, and where a file grew without its data, old blocks may reappear.
package final class FaultyFileSystem: FileSystem {
    /// What becomes of one call.
    package enum Fault: Sendable {
        /// The call fails without effect.
        case fail(Errno)
        /// A read or write transfers this many bytes at most; another call fails with `EIO`.
        case short(Int)
    }

    /// One call, as a test sees it.
    package struct Call: Sendable {
        /// The calls before it, on this view.
        package var index: Int
        /// Which call it is, as in `write`.
        package var name: String
    }

    /// What a disk can be passed off as.
    package enum Disguise: Sendable, Equatable {
        /// Another machine's disk.
        case network
        /// Another user's files.
        case otherUser
        /// Files that every user may write to.
        case openToAll
        /// Memory that no disk is behind.
        case inMemory
        /// A disk that tells this many names of every file.
        case links(Int)
    }

    let disk: FaultyDisk
    /// Views have different ones, so that each gets a log of its own.
    package let identifier: UInt64
    private let plan: Mutex<Plan>

    private struct Plan {
        var count = 0
        var isReadOnly = false
        var disguise: Disguise?
        var largestFile = Int.max
        var uptime = 0
        var isKilled = false
        var decide: @Sendable (Call) -> Fault? = { _ in nil }
    }

    /// Makes an empty disk.
    package convenience init() {
        self.init(FaultyDisk(FaultyDisk.State()))
    }

    init(_ disk: FaultyDisk) {
        self.disk = disk
        identifier = .random(in: 1 ... .max)
        plan = Mutex(Plan())
    }
}

extension FaultyFileSystem {
    /// Another process's view of the same disk.
    package func otherProcess() -> FaultyFileSystem { FaultyFileSystem(disk) }

    /// The disk as it is now, for a process that starts after all others have died.
    package func snapshot() -> FaultyFileSystem {
        FaultyFileSystem(FaultyDisk(disk.state.withLock { $0.afterDeath() }))
    }

    /// The disk after a loss of power. Equal seeds lose the same.
    package func afterPowerLoss(seed: UInt64) -> FaultyFileSystem {
        FaultyFileSystem(FaultyDisk(disk.state.withLock { $0.afterPowerLoss(seed: seed) }))
    }

    /// Asks `decide` about each later call of this view. It runs inside the call, before its
    /// effect, and may take a snapshot.
    package func onCall(_ decide: @escaping @Sendable (Call) -> Fault?) {
        plan.withLock { plan in
            plan.count = 0
            plan.decide = decide
        }
    }

    /// How many calls this view has had since ``onCall(_:)``.
    package var callCount: Int { plan.withLock { $0.count } }

    /// The bytes of all files, by name.
    package var files: [String: [UInt8]] { disk.state.withLock { $0.files() } }

    /// Puts `bytes` in the place of a file's, as a careless program would.
    package func overwrite(_ name: String, with bytes: [UInt8]) {
        disk.state.withLock { $0.overwrite(name, with: bytes) }
    }

    /// Deletes a file, as a careless person would.
    package func delete(_ name: String) {
        disk.state.withLock { state in
            if let number = state.names[name] { state.inodes[number]?.links = 0 }
            state.names[name] = nil
            state.durableNames[name] = nil
        }
    }

    /// From now on this view is of a volume that is mounted to be read only.
    package func refuseWrites() {
        plan.withLock { $0.isReadOnly = true }
    }

    /// Passes the disk off as something else from now on, to those who use this view.
    package func pretend(_ disguise: Disguise) {
        plan.withLock { $0.disguise = disguise }
    }

    /// From now on this view is of a process that ends when it makes a file longer.
    package func limitFiles(to length: Int) {
        plan.withLock { $0.largestFile = length }
    }

    package var uptime: Int { plan.withLock { $0.uptime } }

    /// Lets a second pass for this view.
    package func passSecond() {
        plan.withLock { $0.uptime += 1 }
    }

    package var largestFile: Int { plan.withLock { $0.largestFile } }

    /// Whether the process has passed its limit, and ended.
    package var isKilled: Bool { plan.withLock { $0.isKilled } }

    /// Ends the process where a file would reach to `end`.
    func checkLength(_ end: Int) throws(Errno) {
        let isShort = plan.withLock { plan in
            if end > plan.largestFile { plan.isKilled = true }
            return end <= plan.largestFile
        }
        guard isShort else { throw .io }
    }

    var disguise: Disguise? { plan.withLock { $0.disguise } }

    /// Refuses a call that a volume mounted to be read only refuses.
    func checkWritable() throws(Errno) {
        guard plan.withLock({ !$0.isReadOnly }) else { throw .readOnly }
    }

    /// Decides one call; returns how many bytes it may transfer.
    func begin(_ name: String) throws(Errno) -> Int {
        let (decide, call) = plan.withLock { plan in
            defer { plan.count += 1 }
            return (plan.decide, Call(index: plan.count, name: name))
        }
        switch decide(call) {
        case .fail(let errno): throw errno
        case .short(let count):
            guard name == "read" || name == "write" else { throw .io }
            return count
        case nil: return .max
        }
    }
}
