#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// By what the origin can tell whether a stored response still holds (RFC 9110 §8.8).
public struct Validator: Sendable, Hashable {
    /// The entity tag, if there is one.
    public let entityTag: EntityTag?
    /// The `Last-Modified` as it was received, if there is one and it is a date.
    public let lastModified: String?
    /// Whether the modification is so long before the response that no second change can hide
    /// in the same second (RFC 9110 §8.8.2.2).
    private let isDateStrong: Bool
    private let modified: Date?

    /// The validator of `response`; `nil` when it has none.
    public init?(_ response: StoredResponse) {
        let now = response.receivedAt
        entityTag = response.fields.entityTag
        modified = response.fields.date("Last-Modified", now: now)
        let stated = modified == nil ? nil : response.fields["Last-Modified"]
        lastModified = stated?.isFieldValue == true ? stated : nil
        let made = response.fields.date("Date", now: now)
        isDateStrong =
            modified.flatMap { modified in made.map { $0.timeIntervalSince(modified) >= 60 } }
            ?? false
        if entityTag == nil, lastModified == nil { return nil }
    }
}

extension Validator {
    /// The fields that ask the origin whether the response still holds (RFC 9111 §4.3.1).
    public var conditionalFields: HTTPFields {
        var fields = HTTPFields()
        if let entityTag { fields.append("If-None-Match", entityTag.rawValue) }
        if let lastModified { fields.append("If-Modified-Since", lastModified) }
        return fields
    }

    /// What makes a range request safe: the value for `If-Range`, `nil` when no part of a later
    /// answer is sure to belong to the same content (RFC 9110 §13.1.5).
    public var rangeCondition: String? {
        if let entityTag { return entityTag.isWeak ? nil : entityTag.rawValue }
        return isDateStrong ? lastModified : nil
    }

    /// Whether a 304 with these fields can speak of a response with this validator
    /// (RFC 9111 §4.3.4).
    ///
    /// Tags decide where both have one, else the dates of modification. A 304 without either
    /// speaks of what the request named; one with a tag that was never asked about does not.
    public func isConfirmed(by notModified: HTTPFields) -> Bool {
        let tag = notModified.entityTag
        if let entityTag, let tag { return entityTag.matchesWeakly(tag) }
        if let modified, let stated = notModified.date("Last-Modified", now: modified) {
            return stated == modified
        }
        return tag == nil
    }
}
