#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoredResponse {
    /// What a response came with. A class, since every step of a load hands it on, and its many
    /// parts are so counted as one.
    final class Head: Sendable {
        let status: Int
        let fields: HTTPFields
        let requestedAt: Date
        let receivedAt: Date
        let cacheControl: CacheControl
        /// Every use asks for them, so they are read once.
        let facts: Facts

        init(_ status: Int, _ fields: HTTPFields, _ requestedAt: Date, _ receivedAt: Date) {
            self.status = status
            self.fields = fields
            self.requestedAt = requestedAt
            self.receivedAt = receivedAt
            cacheControl = CacheControl(fields)
            facts = Facts(status, fields, cacheControl, requestedAt, receivedAt)
        }

        /// `other` with fields from which the same follows.
        init(_ other: Head, _ fields: HTTPFields) {
            status = other.status
            self.fields = fields
            requestedAt = other.requestedAt
            receivedAt = other.receivedAt
            cacheControl = other.cacheControl
            facts = other.facts
        }
    }
}

extension StoredResponse.Head: Hashable {
    /// Directives and facts follow from the rest.
    static func == (lhs: StoredResponse.Head, rhs: StoredResponse.Head) -> Bool {
        lhs === rhs
            || lhs.status == rhs.status && lhs.fields == rhs.fields
                && lhs.requestedAt == rhs.requestedAt && lhs.receivedAt == rhs.receivedAt
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(fields)
        hasher.combine(requestedAt)
        hasher.combine(receivedAt)
    }
}
