#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DiskSpace {
    /// Everything about the entry under `key` but its payload.
    func attributes(
        forKey key: String, ignoringLifetime: Bool, mayWait: Bool = true
    ) throws -> LogValue? {
        try withKey(key) {
            try log.value(
                $0, .metadata, ignoringLifetime: ignoringLifetime, mayWait: mayWait)
        }
    }

    func contains(_ key: String) throws -> Bool {
        try withKey(key) { try log.value($0, []) != nil }
    }

    /// An entry whose payload can be had: all of it in `value`, or in a file.
    struct Found: Sendable {
        var value: LogValue
        var file: LargeFile?
    }

    /// Opens the entry under `key`.
    func open(
        _ key: String, _ parts: LogValue.Parts, ignoringLifetime: Bool, mayWait: Bool = true
    ) throws -> Found? {
        try withKey(key) {
            try open($0, parts, ignoringLifetime: ignoringLifetime, mayWait: mayWait)
        }
    }

    /// A file that is not there or not whole was removed meanwhile, or is damage.
    private func open(
        _ key: LogKey, _ parts: LogValue.Parts, ignoringLifetime: Bool, mayWait: Bool
    ) throws -> Found? {
        for _ in 0..<8 {
            let value = try log.value(
                key, parts.union(.payload), ignoringLifetime: ignoringLifetime, mayWait: mayWait)
            guard let value else { return nil }
            guard value.header.kind == .large else { return Found(value: value) }
            guard mayWait else { throw DiskLog.WouldWait() }
            if let file = try file(value) { return Found(value: value, file: file) }
            try drop(key, value)
        }
        return nil
    }

    private func file(_ value: LogValue) throws -> LargeFile? {
        guard let reference = value.reference else { return nil }
        do throws(Errno) {
            return try LargeFile(reference, in: log.directory)
        } catch {
            throw log.failure(error, "Opening a large entry")
        }
    }

    /// After following the log, treats what is still at its place as damage.
    func drop(_ key: LogKey, _ value: LogValue) throws {
        try log.follow()
        log.dropDamaged(key, at: value.address)
    }
}

// MARK: - Payloads in memory

extension DiskSpace {
    /// The payload alone under `key`.
    func data(_ key: String, ignoringLifetime: Bool) throws -> Data? {
        guard let (hash, place) = try lookUp(key) else { return nil }
        return try data(key, hash, from: place, ignoringLifetime: ignoringLifetime)
    }

    /// A function of its own, so that a miss makes no room for a value.
    @inline(never)
    private func data(
        _ key: String, _ hash: UInt64, from place: IndexPlace, ignoringLifetime: Bool
    ) throws -> Data? {
        try withKey(key, hash: hash) { key in
            var value: LogValue?
            let isFound = try payload(
                key, from: place, [], ignoringLifetime: ignoringLifetime, mayWait: true,
                into: &value)
            return isFound ? value?.payload : nil
        }
    }

    /// The entry under `key` with its whole payload.
    func payload(
        _ key: String, _ parts: LogValue.Parts, ignoringLifetime: Bool, mayWait: Bool = true
    ) throws -> LogValue? {
        guard let (hash, place) = try lookUp(key) else { return nil }
        return try withKey(key, hash: hash) { key in
            var value: LogValue?
            let isFound = try payload(
                key, from: place, parts, ignoringLifetime: ignoringLifetime, mayWait: mayWait,
                into: &value)
            return isFound ? value : nil
        }
    }

    /// Where the index has `key`, and the key's hash.
    ///
    /// A miss ends here: it costs a hash and most often two bytes of the index, and counts no
    /// references.
    @inline(__always)
    private func lookUp(_ key: String) throws -> (hash: UInt64, place: IndexPlace)? {
        let hash = try hash(of: key)
        return try log.lookUp(hash, in: bucket).map { (hash, $0) }
    }

    private func payload(
        _ key: LogKey, from first: IndexPlace, _ parts: LogValue.Parts, ignoringLifetime: Bool,
        mayWait: Bool, into value: inout LogValue?
    ) throws -> Bool {
        var place = first
        for _ in 0..<8 {
            let isFound = try log.read(
                key, from: place, parts.union(.payload), ignoringLifetime: ignoringLifetime,
                mayWait: mayWait, into: &value)
            guard isFound else { return false }
            guard value?.header.kind == .large, let large = value else { return true }
            guard mayWait else { throw DiskLog.WouldWait() }
            if let payload = try payload(of: large) {
                value?.payload = payload
                return true
            }
            try drop(key, large)
            guard let next = try log.lookUp(key.hash, in: bucket) else { return false }
            place = next
        }
        return false
    }

    private func payload(of large: LogValue) throws -> Data? {
        guard let file = try file(large) else { return nil }
        return try read(file, 0..<file.reference.payloadLength)
    }

    func read(_ file: LargeFile, _ range: Range<Int>) throws -> Data? {
        do throws(Errno) {
            return try file.read(range)
        } catch {
            throw log.failure(error, "Reading a large entry")
        }
    }
}
