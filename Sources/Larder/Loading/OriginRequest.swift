#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One exchange that an ``Origin`` is asked for.
public struct OriginRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// Where to. Its fragment is not sent.
    public var url: URL
    /// The fields to send besides those that the origin adds itself (`Host`, `Connection`).
    public var fields: HTTPFields
    /// The content to send, if any.
    public var body: Data?
    /// How urgent the exchange is.
    public var priority: LoadPriority
    /// How long each part of it may take.
    public var deadlines: Deadlines
    /// The longest body to accept, as sent and after a content coding was undone.
    public var limit: ByteCount
    /// Which addresses may be connected to.
    public var addressPolicy: AddressPolicy

    /// Makes a request.
    public init(
        url: URL, method: HTTPMethod = .get, fields: HTTPFields = [:], body: Data? = nil,
        priority: LoadPriority = .normal, deadlines: Deadlines = Deadlines(),
        limit: ByteCount = .gibibytes(4), addressPolicy: AddressPolicy = .any
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.priority = priority
        self.deadlines = deadlines
        self.limit = limit
        self.addressPolicy = addressPolicy
    }
}

/// How urgent a load is. A later caller can raise a load that is already under way.
public enum LoadPriority: Int, Sendable, Comparable, CaseIterable {
    /// Work that nobody waits for.
    case lowest
    /// Prefetching.
    case low
    /// The default.
    case normal
    /// Something a person waits for.
    case high
    /// Something that is on screen now.
    case highest

    /// Whether `lhs` is less urgent than `rhs`.
    public static func < (lhs: LoadPriority, rhs: LoadPriority) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

/// How long the parts of an exchange may take; `nil` means without bound.
public struct Deadlines: Sendable, Hashable {
    /// From the start to an open connection, name look-up and TLS included. 15 s by default.
    public var connect: Duration?
    /// From the start to the response's first byte. 60 s by default.
    public var firstByte: Duration?
    /// Between any two bytes, while the reader is not the one who is slow. 30 s by default.
    public var idle: Duration?
    /// From the start to the last byte. Without bound by default.
    public var total: Duration?

    /// Makes deadlines.
    public init(
        connect: Duration? = .seconds(15), firstByte: Duration? = .seconds(60),
        idle: Duration? = .seconds(30), total: Duration? = nil
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }
}
