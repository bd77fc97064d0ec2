#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an unsafe request makes worthless (RFC 9111 §4.4).
enum Invalidation {
    /// The URLs whose stored responses must go after `method` on `url` was answered.
    ///
    /// A failed request changes nothing. The answer may name others, of the same origin only.
    static func urls(
        method: HTTPMethod, url: URL, status: Int, fields: HTTPFields
    ) -> [URL] {
        guard !method.isSafe, (200...399).contains(status) else { return [] }
        let named = ["Location", "Content-Location"].compactMap { name in
            fields.values(name).first.flatMap { URL(reference: $0, relativeTo: url) }
        }
        return [url] + named.filter { WebOrigin($0) == WebOrigin(url) }
    }
}
