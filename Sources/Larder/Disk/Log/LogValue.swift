#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A record that was read and checked.
struct LogValue: Sendable {
    var header: RecordHeader
    var address: Address
    /// The payload of an entry, or the reference of a large one; empty when it was not asked for.
    var payload = Data()
    var metadata: [String: String] = [:]
    var isMarked = false
}

extension LogValue {
    /// Which parts of a record are read and checked, besides its header and key.
    struct Parts: OptionSet, Sendable {
        let rawValue: Int
        static let payload = Parts(rawValue: 1)
        static let metadata = Parts(rawValue: 2)
    }

    var version: EntryVersion { EntryVersion(rawValue: header.version) }

    var reference: LargeReference? {
        guard header.kind == .large else { return nil }
        return payload.withUnsafeBytes { LargeReference($0) }
    }
}
