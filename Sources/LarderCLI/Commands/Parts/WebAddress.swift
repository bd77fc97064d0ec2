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
                "\(Describe.quoted(text)) is no URL. Write https://…, or \(path) for a file.")
        }
        return url
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
