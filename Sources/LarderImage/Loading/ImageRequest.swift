public import Larder
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Which picture is wanted, and what is to be done to it.
public struct ImageRequest: Sendable, Hashable {
    /// Where a picture comes from.
    public enum Source: Sendable, Hashable {
        /// A URL, with all that a request may say. Its key, if it has one, names the picture in
        /// place of the URL.
        case url(Request)
        /// What was stored under a key; nothing is fetched.
        case key(String)
    }

    /// Where the picture comes from.
    public var source: Source
    /// What is done to it after decoding, in order.
    public var steps: [ImageStep]
    /// How urgent it is. For a URL this counts in place of the request's own priority.
    public var priority: LoadPriority

    /// Makes a request for the picture from `source`.
    public init(_ source: Source, steps: [ImageStep] = [], priority: LoadPriority = .normal) {
        self.source = source
        self.steps = steps
        self.priority = priority
    }
}

extension ImageRequest.Source {
    /// Whether both name the same: keys are told apart by their UTF-8.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.url(let one), .url(let other)): one == other
        case (.key(let one), .key(let other)): ExactKey(one) == ExactKey(other)
        default: false
        }
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .url(let request): hasher.combine(request)
        case .key(let key): hasher.combine(ExactKey(key))
        }
    }
}

extension ImageRequest {
    /// Makes a request for the picture at a URL.
    ///
    /// - Parameters:
    ///   - url: Where the picture is.
    ///   - key: Names the picture in the cache in place of the URL, for instance when URLs are
    ///     signed and differ each time.
    ///   - steps: What is done to it after decoding, in order; nothing by default.
    ///   - cachePolicy: How the cache may be used. As the origin says by default.
    ///   - priority: How urgent it is. `normal` by default.
    public init(
        _ url: URL, key: String? = nil, steps: [ImageStep] = [],
        cachePolicy: CachePolicy = .standard, priority: LoadPriority = .normal
    ) {
        let request = Request(url, cachePolicy: cachePolicy, key: key, priority: priority)
        self.init(.url(request), steps: steps, priority: priority)
    }

    /// Makes a request for the picture that was stored under a key.
    public init(key: String, steps: [ImageStep] = [], priority: LoadPriority = .normal) {
        self.init(.key(key), steps: steps, priority: priority)
    }
}

extension ImageRequest {
    /// The request for a loader; `nil` if nothing is to be fetched.
    var request: Request? {
        guard case .url(var request) = source else { return nil }
        request.priority = priority
        return request
    }

    /// How memory and disk may be used.
    var policy: CachePolicy {
        switch source {
        case .url(let request): request.cachePolicy
        case .key: .cacheOnly
        }
    }
}

extension ImageRequest {
    /// Whether asking twice means the same picture, so that it may be shared and kept.
    var isRepeatable: Bool {
        guard case .url(let request) = source else { return true }
        return request.isRepeatable
    }

    /// Whether the picture is the same for every caller, so that it may be kept under its name
    /// alone.
    var isPublic: Bool {
        guard case .url(let request) = source else { return true }
        return isRepeatable && request.fields.isEmpty
    }
}

extension Request {
    /// Whether asking twice means the same.
    var isRepeatable: Bool { method == .get && body == nil }
}
