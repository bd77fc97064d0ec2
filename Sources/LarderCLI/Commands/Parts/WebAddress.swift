#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// A URL as it is typed.
enum WebAddress {
    /// The URL, which must have a scheme; whether it can be fetched is the loader's to say.
    static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme, !scheme.isEmpty else {
            let path = "file://…"
            throw UsageError(
                "\(Describe.quoted(shown(text))) is no URL. Write https://…, or \(path) for a file."
            )
        }
        return url
    }

    /// `text` without the user and the password of a URL. What is no URL stays as it is.
    static func shown(_ text: String) -> String {
        guard let scheme = text.firstRange(of: "://") else { return text }
        let rest = text[scheme.upperBound...]
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let end = host.lastIndex(of: "@") else { return text }
        return String(text[..<scheme.upperBound] + rest[rest.index(after: end)...])
    }

    /// The key that a loader gives a web URL; anything else is its own key.
    static func key(_ text: String) -> String {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https"
        else { return text }
        return KeyNormalizer.whole.key(for: url)
    }

    /// The URL, or the URL of the file that `text` names.
    static func urlOrFile(_ text: String) throws -> URL {
        guard text.firstRange(of: "://") == nil, !text.hasPrefix("data:") else {
            return try url(text)
        }
        return URL(filePath: text)
    }
}
