#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a ``Loader`` is asked for.
public struct Request: Sendable, Hashable {
    /// Where the answer is to be had.
    public var url: URL
    /// The method. `GET` by default.
    public var method: HTTPMethod
    /// Fields to send. Conditional and range fields of the caller's own are honoured.
    public var fields: HTTPFields
    /// The content to send, if any.
    public var body: Data?
    /// How the cache may be used. As the origin says by default.
    public var cachePolicy: CachePolicy
    /// The key to keep the answer under; `nil`, the default, means the URL without its fragment.
    /// Keys are told apart by their UTF-8.
    public var key: String? {
        get { exactKey?.key }
        set { exactKey = newValue.map(ExactKey.init) }
    }
    private var exactKey: ExactKey<String>?
    /// How urgent the load is.
    public var priority: LoadPriority

    /// Makes a request.
    public init(
        _ url: URL, method: HTTPMethod = .get, fields: HTTPFields = [:], body: Data? = nil,
        cachePolicy: CachePolicy = .standard, key: String? = nil, priority: LoadPriority = .normal
    ) {
        self.url = url
        self.method = method
        self.fields = fields
        self.body = body
        self.cachePolicy = cachePolicy
        exactKey = key.map(ExactKey.init)
        self.priority = priority
    }
}
