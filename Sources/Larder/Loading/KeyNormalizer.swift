#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes the key under which the answer to a URL is kept.
///
/// By default the key is the URL without its fragment and without user and password, scheme and
/// host in small letters and a default port left out. Everything else counts: the case of the
/// path, the order of the query. Signed URLs of one picture differ in query items that mean
/// nothing for its content; drop those, or keep only the ones that matter.
public struct KeyNormalizer: Sendable, Hashable {
    private enum Rule: Sendable, Hashable {
        case whole
        case dropping(Set<String>)
        case keeping(Set<String>)
    }

    private let rule: Rule

    private init(_ rule: Rule) {
        self.rule = rule
    }
}

extension KeyNormalizer {
    /// Every query item counts. The default.
    public static let whole = KeyNormalizer(.whole)

    /// Query items with these names are left out of the key. Names are compared as written.
    public static func dropping(_ names: Set<String>) -> KeyNormalizer {
        KeyNormalizer(.dropping(names))
    }

    /// Only query items with these names are in the key, in their order in the URL.
    public static func keeping(_ names: Set<String>) -> KeyNormalizer {
        KeyNormalizer(.keeping(names))
    }

    /// The key for `url`.
    public func key(for url: URL) -> String {
        let text = url.absoluteString.prefix { $0 != "#" }
        let query = text.firstIndex(of: "?")
        var key = Self.base(of: url, text: text[..<(query ?? text.endIndex)])
        guard let query else { return key }
        let items = text[text.index(after: query)...]
        guard rule != .whole else { return key + "?" + items }
        let kept = items.split(separator: "&", omittingEmptySubsequences: false).filter(keeps)
        if !kept.isEmpty { key += "?" + kept.joined(separator: "&") }
        return key
    }

    /// The key for a URL that is its own key, as nearly all are; `nil` when that takes a closer
    /// look. One pass over the bytes.
    func keyOfPlain(_ url: URL) -> String? {
        guard rule == .whole, url.baseURL == nil else { return nil }
        let text = url.absoluteString
        let isPlain = text.utf8.withContiguousStorageIfAvailable(Self.isPlain)
        return isPlain == true ? text : nil
    }

    /// Whether the bytes are `http://` or `https://`, a host in small letters without user, maybe
    /// a port that is nobody's default, a path, and no fragment.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = begin(bytes, with: "https://") ? 8 : 7
        guard start == 8 || begin(bytes, with: "http://") else { return false }
        var end = start
        while end < bytes.count, isPlainInHost(bytes[end]) { end += 1 }
        guard end > start, let path = bytes[end...].firstIndex(of: 0x2F) else { return false }
        return (end == path || bytes[end] == 0x3A && isPlainPort(bytes[(end + 1)..<path]))
            && !UnsafeBufferPointer(rebasing: bytes[path...]).contains(0x23)
    }

    private static func begin(
        _ bytes: UnsafeBufferPointer<UInt8>, with prefix: StaticString
    ) -> Bool {
        prefix.withUTF8Buffer { prefix in
            bytes.count >= prefix.count && prefix.indices.allSatisfy { bytes[$0] == prefix[$0] }
        }
    }

    private static func isPlainInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E: true
        default: false
        }
    }

    private static func isPlainPort(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = digits.first, first != 0x30 else { return false }
        return digits.allSatisfy(\.isDigit) && !digits.elementsEqual("80".utf8)
            && !digits.elementsEqual("443".utf8)
    }

    private func keeps(_ item: Substring) -> Bool {
        let name = String(item.prefix { $0 != "=" })
        switch rule {
        case .whole: return true
        case .dropping(let names): return !names.contains(name)
        case .keeping(let names): return names.contains(name)
        }
    }

    /// Scheme, host, port and path. A URL without a host stays as it is.
    private static func base(of url: URL, text: Substring) -> String {
        guard let scheme = url.scheme?.asciiLowercased(), let host = url.host(),
            let slashes = text.firstRange(of: "://")
        else { return String(text) }
        let path = text[slashes.upperBound...].firstIndex(of: "/").map { text[$0...] } ?? "/"
        let isDefault = url.port == nil || url.port == (scheme == "https" ? 443 : 80)
        let isAddress = host.contains(":") && !host.hasPrefix("[")
        let name = isAddress ? "[\(host)]" : host
        let port = isDefault ? "" : ":\(url.port ?? 0)"
        return "\(scheme)://\(name.asciiLowercased())\(port)\(path)"
    }
}
