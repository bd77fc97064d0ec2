#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How much of a URL may be told in errors, for URLs that carry secrets: signatures, tokens, names.
///
/// Users and passwords are never told. Requests, answers and keys are not changed by it: what a
/// cache keeps, it keeps under the whole URL.
public struct URLDisclosure: Sendable, Hashable {
    private enum Extent: Sendable, Hashable { case whole, path, origin }

    private let extent: Extent

    private init(_ extent: Extent) {
        self.extent = extent
    }

    /// All but user and password. The default.
    public static let whole = URLDisclosure(.whole)
    /// Neither query nor fragment.
    public static let path = URLDisclosure(.path)
    /// Scheme, host and port only.
    public static let origin = URLDisclosure(.origin)
}

extension URLDisclosure {
    /// What may be told of `url`.
    public func shown(_ url: URL) -> URL {
        guard extent != .whole || url.user() != nil else { return url }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return Self.nothing
        }
        parts.user = nil
        parts.password = nil
        if extent != .whole {
            parts.query = nil
            parts.fragment = nil
        }
        if extent == .origin { parts.path = "" }
        return parts.url ?? Self.nothing
    }

    /// `error` with no more of its URL than may be told. What lies underneath may tell more, and
    /// is left out.
    func shown(_ error: any Error) -> any Error {
        guard let error = error as? LoadError, let url = error.url else { return error }
        let shown = shown(url)
        guard shown != url else { return error }
        let message = error.message.replacing(url.absoluteString, with: shown.absoluteString)
        return LoadError(error.code, message, url: shown, response: error.response)
    }

    /// Stands for a URL that cannot be taken apart.
    private static let nothing = URL(filePath: "/")
}
