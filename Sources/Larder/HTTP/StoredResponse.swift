#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A response's head with all that HTTP's rules need to know of it later; its body is kept
/// beside it.
public struct StoredResponse: Sendable, Hashable {
    private let head: Head
    /// Which requests it answers.
    public var selection: Selection
    /// Whether it may be used only after the origin has confirmed it, whatever its fields say.
    public var isInvalidated: Bool

    /// Makes a stored response.
    public init(
        status: Int, fields: HTTPFields, requestedAt: Date, receivedAt: Date,
        selection: Selection = .everything, isInvalidated: Bool = false
    ) {
        head = Head(status, fields, requestedAt, receivedAt)
        self.selection = selection
        self.isInvalidated = isInvalidated
    }

    private init(_ head: Head, like other: StoredResponse) {
        self.head = head
        selection = other.selection
        isInvalidated = other.isInvalidated
    }
}

extension StoredResponse {
    /// The status code.
    public var status: Int { head.status }
    /// The fields as received, without those that belong to one connection only.
    public var fields: HTTPFields { head.fields }
    /// When the request was sent that brought or last confirmed it, by the wall clock.
    public var requestedAt: Date { head.requestedAt }
    /// When the response came that brought or last confirmed it, by the wall clock.
    public var receivedAt: Date { head.receivedAt }
    /// The response's directives.
    public var cacheControl: CacheControl { head.cacheControl }
    /// What follows from the fields and times.
    var facts: Facts { head.facts }
}

extension StoredResponse {
    /// When the origin made it: its `Date`, or the time it was received (RFC 9110 §6.6.1).
    public var date: Date { facts.date }

    /// The response with other fields.
    func with(_ fields: HTTPFields) -> StoredResponse {
        guard fields != self.fields else { return self }
        guard Self.factNames.allSatisfy({ fields.hasSame($0, as: self.fields) }) else {
            return StoredResponse(
                Head(status, fields, requestedAt, receivedAt), like: self)
        }
        return StoredResponse(Head(head, fields), like: self)
    }

    /// The fields on which a response's directives, age and lifetime stand.
    private static let factNames = ["Cache-Control", "Date", "Age", "Expires", "Last-Modified"]
}

extension HTTPFields {
    /// The date that the one line named `name` states; `nil` when there is no such line, more
    /// than one, or no date in it.
    func date(_ name: String, now: Date) -> Date? {
        only(name).flatMap { HTTPDate($0, now: now)?.date }
    }
}
