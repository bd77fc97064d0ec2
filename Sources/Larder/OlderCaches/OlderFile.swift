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

/// A file that an older cache left.
struct OlderFile: Sendable {
    /// Its bytes, or as many as were asked for.
    let bytes: Data
    /// What a cache would know about it: the size is the whole file's.
    let attributes: EntryAttributes

    init(bytes: Data, status: stat) {
        self.bytes = bytes
        let changed = status.changedAt
        let seconds = Double(changed.tv_sec) + Double(changed.tv_nsec) / 1e9
        // Two writes within the clock's grain mostly differ in size.
        let mark =
            UInt64(truncatingIfNeeded: changed.tv_sec &* 1_000_000_000 &+ changed.tv_nsec)
            ^ UInt64(truncatingIfNeeded: status.st_size) << 40
            ^ UInt64(truncatingIfNeeded: status.st_ino) << 20
        attributes = EntryAttributes(
            size: Int(status.st_size), storedAt: Date(timeIntervalSince1970: seconds),
            version: EntryVersion(rawValue: mark))
    }

    var entry: Entry { Entry(payload: bytes, attributes: attributes) }
}
