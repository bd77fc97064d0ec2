#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// What the tool tells of an entry.
struct EntryRow: Sendable, Encodable {
    var key: String
    var bucket: String?
    var size: Int
    var storedAt: Date
    var expiresAt: Date?
    /// `fresh`, `stale` or `unknown` for a stored response; `nil` for anything else.
    var state: String?
    var type: String?
    var isRead: Bool
}

extension EntryRow {
    init(_ entry: DiskEntry, now: Date) {
        let response = StoredResponse.recorded(in: entry)
        self.init(
            key: entry.key, bucket: entry.bucket, size: entry.size, storedAt: entry.storedAt,
            expiresAt: entry.expiresAt, state: response.map { Self.state(of: $0, now: now) },
            type: response?.fields["Content-Type"], isRead: entry.isRead)
    }

    static func state(of response: StoredResponse, now: Date) -> String {
        if response.isInvalidated { return "stale" }
        return switch response.freshness(at: now) {
        case .fresh: "fresh"
        case .stale: "stale"
        case .unknown: "unknown"
        }
    }
}

extension StoredResponse {
    /// The response that a loader has stored as `entry`; `nil` for what something else stored.
    static func recorded(in entry: DiskEntry) -> StoredResponse? {
        guard entry.metadata["http.status"] != nil else { return nil }
        return StoredResponse(
            EntryAttributes(metadata: entry.metadata, storedAt: entry.storedAt))
    }
}
