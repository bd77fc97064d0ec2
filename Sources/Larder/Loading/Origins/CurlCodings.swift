#if os(Linux)
import CCurl

/// The content codings that this machine's libcurl undoes (RFC 9110 §8.4.1).
enum CurlCodings {
    /// Whether it undoes all that an answer with these fields was sent in.
    ///
    /// Servers also send names that are no codings, such as `utf-8`, with content in none.
    static func undoes(_ fields: HTTPFields) -> Bool {
        let codings = fields.values("Content-Encoding").flatMap { FieldScanner.members(of: $0) }
        return codings.allSatisfy { known.contains($0.asciiLowercased()) }
    }

    private static let known: Set<String> = {
        var known: Set = ["identity", "none"]
        let features = larder_curl_features()
        if features & CURL_VERSION_LIBZ != 0 { known.formUnion(["deflate", "gzip", "x-gzip"]) }
        if features & CURL_VERSION_BROTLI != 0 { known.insert("br") }
        if features & CURL_VERSION_ZSTD != 0 { known.insert("zstd") }
        return known
    }()
}
#endif
