#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Synchronization

/// Stores an entry of unknown length part by part.
///
/// Nothing is visible before ``commit(metadata:lifetime:durability:)``. A payload that grows
/// beyond what packs take is written to a file of its own as it comes, within the capacity.
/// Dropping a writer abandons it; so does the death of the process. When the directory was removed
/// meanwhile, one that has begun a file fails with ``DiskCacheError/Code/directoryRemoved``. It
/// keeps its cache open. One thread at a time writes.
public final class DiskWriter: Sendable {
    private struct State: ~Copyable {
        var small = Data()
        var large: LargeWriter
        var isLarge = false
        /// Whether it has turned out too large to be kept.
        var isRefused = false
        var isDone = false

        init(_ log: DiskLog) {
            large = LargeWriter(log)
        }
    }

    /// Where a short payload goes, in the directory made anew if it was removed.
    private let bucket: DiskBucket
    let space: DiskSpace
    private let key: String
    private let state: Mutex<State>

    init(_ bucket: DiskBucket, key: String) throws {
        self.bucket = bucket
        space = try bucket.open()
        self.key = key
        state = Mutex(State(space.log))
    }
}

extension DiskWriter {
    /// Appends `bytes`.
    ///
    /// - Throws: ``DiskCacheError``, as a store does. The writer is then of no more use.
    public func write(_ bytes: Data) throws {
        guard try !keep(bytes) else { return }
        try state.withLock { state in
            guard !state.isRefused, !state.isDone else { return }
            guard !state.isLarge else { return try append(bytes, &state) }
            state.isLarge = true
            let collected = state.small + bytes
            state.small = Data()
            try append(collected, &state)
        }
    }

    /// Appends `bytes` if that writes nothing, because the payload is short so far. Returns
    /// whether that was so.
    fileprivate func keep(_ bytes: Data) throws -> Bool {
        try space.log.checkUsable()
        let limit = space.largeThreshold
        return state.withLock { state in
            guard !state.isRefused, !state.isDone else { return true }
            guard !state.isLarge, state.small.count + bytes.count < limit else { return false }
            state.small.append(bytes)
            return true
        }
    }

    private func append(_ bytes: Data, _ state: inout State) throws {
        // Reserving ahead by as much again keeps turns at the lock few.
        let length = state.large.payloadLength + bytes.count
        guard try state.large.reserve(length, ahead: length) else {
            state.isRefused = true
            return try state.large.abandon()
        }
        do throws(Errno) {
            let result: Result<Void, Errno> = bytes.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try state.large.write(bytes) }
            }
            try result.get()
        } catch {
            throw space.log.failure(error, "Writing a large entry")
        }
    }

    /// Makes the entry visible in place of what was under the key.
    ///
    /// - Returns: As ``DiskCache/store(_:forKey:metadata:lifetime:durability:)`` does.
    @discardableResult
    public func commit(
        metadata: [String: String] = [:], lifetime: Lifetime = .forever,
        durability: Durability = .buffered
    ) throws -> EntryVersion? {
        let now = space.now
        return try commit(
            try space.attributes(
                metadata, storedAt: now, expiresAt: DiskSpace.expiry(of: lifetime, from: now),
                durability))
    }

    func commit(
        _ attributes: LogAttributes, under other: String? = nil
    ) throws -> EntryVersion? {
        let key = other ?? key
        return try state.withLock { state in
            guard !state.isDone else { return nil }
            state.isDone = true
            guard state.isLarge, !state.isRefused,
                attributes.expiresAt > Timestamp.microseconds(space.now)
            else {
                guard state.isLarge || state.isRefused else {
                    return try bucket.run { try $0.store(state.small, forKey: key, attributes) }
                }
                try state.large.abandon()
                try space.remove(forKey: key, attributes.durability)
                return nil
            }
            return try space.withKey(key) { key in
                try state.large.commit(key, attributes) { _ in true }
            }
        }
    }

    /// Drops what was written. Harmless after a commit.
    public func abandon() {
        state.withLock { state in
            state.isDone = true
            state.small = Data()
            // What cannot be removed now is swept when the directory is next opened.
            try? state.large.abandon()
        }
    }
}

/// A ``DiskWriter`` for tiers: off the cooperative pool.
struct DiskEntryWriter: EntryWriter {
    private let writer: DiskWriter
    private let pool: WorkerPool

    init(_ writer: DiskWriter, _ pool: WorkerPool) {
        self.writer = writer
        self.pool = pool
    }
}

extension DiskEntryWriter {
    func write(_ bytes: Data) async throws {
        guard try !writer.keep(bytes) else { return }
        try await pool.run { [writer] in try writer.write(bytes) }
    }

    @discardableResult
    func commit(_ attributes: EntryAttributes) async throws -> EntryVersion? {
        try await pool.run { [writer] in try writer.commit(attributes) }
    }

    @discardableResult
    func commit(_ attributes: EntryAttributes, forKey key: String) async throws -> EntryVersion? {
        try await pool.run { [writer] in try writer.commit(attributes, under: key) }
    }

    func abandon() async {
        // An abandoning that is cancelled happens when the writer is dropped.
        try? await pool.run { [writer] in writer.abandon() }
    }
}

extension DiskWriter {
    fileprivate func commit(
        _ attributes: EntryAttributes, under other: String? = nil
    ) throws -> EntryVersion? {
        try commit(try space.attributes(attributes), under: other)
    }
}
