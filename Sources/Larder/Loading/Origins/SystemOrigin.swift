#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The origin of every URL that this machine can fetch: `http:`, `https:`, `file:` and `data:`.
///
/// It hands each request to the origin of the URL's scheme. ``Loader`` uses it by default. Any
/// thread may use it.
public struct SystemOrigin: Origin {
    private let web: any Origin
    private let files = FileOrigin()
    private let data = DataOrigin()

    /// Makes an origin that fetches `http:` and `https:` URLs through `web`: by default libcurl
    /// on Linux and URLSession on Apple's platforms, each with its default configuration.
    public init(web: any Origin = WebDefault()) {
        self.web = web
    }

    /// Sends `request` to the origin of its URL's scheme.
    ///
    /// - Throws: ``LoadError`` with code ``LoadError/Code/unsupportedScheme`` when there is none,
    ///   or what that origin throws.
    public func send(_ request: OriginRequest) async throws -> OriginResponse {
        switch request.url.scheme?.lowercased() {
        case "http", "https": return try await web.send(request)
        case "file": return try await files.send(request)
        case "data": return try await data.send(request)
        case let scheme?:
            let message =
                "URLs with “\(scheme):” cannot be fetched; http, https, file and data can."
            throw LoadError(.unsupportedScheme, message, url: request.url)
        case nil:
            let message = "“\(request.url.absoluteString)” has no scheme. Begin it with https://."
            throw LoadError(.invalidURL, message, url: request.url)
        }
    }
}
