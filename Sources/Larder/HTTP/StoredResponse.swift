#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A response's head with all that HTTP's rules need to know of it later; its body is kept
/// beside it.
public struct StoredResponse: Sendable, Hashable {
    /// The status code.
    public let status: Int
    /// The fields as received, without those that belong to one connection only.
    public private(set) var fields: HTTPFields
    /// When the request was sent that brought or last confirmed it, by the wall clock.
    public let requestedAt: Date
    /// When the response came that brought or last confirmed it, by the wall clock.
    public let receivedAt: Date
    /// Which requests it answers.
    public var selection: Selection
    /// Whether it may be used only after the origin has confirmed it, whatever its fields say.
    public var isInvalidated: Bool

    /// The response's directives.
    public let cacheControl: CacheControl
    /// What follows from the fields and times. Every use asks for it, so it is read once.
    let facts: Facts

    /// Makes a stored response.
    public init(
        status: Int, fields: HTTPFields, requestedAt: Date, receivedAt: Date,
        selection: Selection = .everything, isInvalidated: Bool = false
    ) {
        self.status = status
        self.fields = fields
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.selection = selection
        self.isInvalidated = isInvalidated
        cacheControl = CacheControl(fields)
        facts = Facts(status, fields, cacheControl, requestedAt, receivedAt)
    }
}

extension StoredResponse {
    /// When the origin made it: its `Date`, or the time it was received (RFC 9110 §6.6.1).
    public var date: Date { facts.date }

    /// The response with other fields.
    func with(_ fields: HTTPFields) -> StoredResponse {
        guard fields != self.fields else { return self }
        guard Self.factNames.allSatisfy({ fields.values($0) == self.fields.values($0) }) else {
            return StoredResponse(
                status: status, fields: fields, requestedAt: requestedAt, receivedAt: receivedAt,
                selection: selection, isInvalidated: isInvalidated)
        }
        var result = self
        result.fields = fields
        return result
    }

    /// The fields on which a response's directives, age and lifetime stand.
    private static let factNames = ["Cache-Control", "Date", "Age", "Expires", "Last-Modified"]
}

extension HTTPFields {
    /// The date that the one line named `name` states; `nil` when there is no such line, more
    /// than one, or no date in it.
    func date(_ name: String, now: Date) -> Date? {
        let lines = values(name)
        guard lines.count == 1 else { return nil }
        return HTTPDate(lines[0], now: now)?.date
    }
}
