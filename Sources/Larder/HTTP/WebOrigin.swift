#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A scheme, host and port: what shares credentials and trust (RFC 9110 §4.3.1).
struct WebOrigin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    init(_ url: URL) {
        scheme = url.scheme?.asciiLowercased() ?? ""
        host = url.host()?.asciiLowercased() ?? ""
        port = url.port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : 0)
    }
}
