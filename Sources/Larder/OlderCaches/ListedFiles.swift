#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Files named by the last part of their URLs and listed in `imagecache.plist`, as the 2011
/// `ImageCache` did.
///
/// The list's keys are URLs with `/` and `:` turned into `.`, so several URLs may have the same
/// one, and several keys may name one file. Its paths are absolute and lead to a place that the
/// app's folder has long left, so only their last part counts. What the list does not settle is
/// not guessed: a file named twice, and a URL whose last part is not the file's name, are misses.
struct ListedFiles: OlderLayout {
    static let listName = "imagecache.plist"

    private let names: [String: String]
    private let uses: [String: Int]

    init(_ list: [String: String]) {
        names = list.mapValues { path in
            String(path.split(separator: "/").last ?? "")
        }
        uses = names.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension ListedFiles {
    func fileName(forKey key: String) -> String? {
        guard let name = names[Self.listKey(of: key)], uses[name] == 1 else { return nil }
        return Self.lastParts(of: key).contains(name) ? name : nil
    }

    func keys(of names: [String], among keys: [String]) -> [String: OlderKey] {
        let claims = Set(keys).reduce(into: [String: [String]]()) { claims, key in
            if let name = fileName(forKey: key) { claims[name, default: []].append(key) }
        }
        return Dictionary(
            names.map { ($0, verdict(on: $0, claims: claims[$0] ?? [])) },
            uniquingKeysWith: { first, _ in first })
    }

    func owns(_ name: String) -> Bool { uses[name] != nil && name != Self.listName }

    private func verdict(on name: String, claims: [String]) -> OlderKey {
        guard owns(name) else { return .unknown(.foreign) }
        if uses[name] != 1 || claims.count > 1 { return .unknown(.ambiguous) }
        return claims.first.map { .key($0) } ?? .unknown(.keyUnknown)
    }

    static func listKey(of url: String) -> String {
        String(url.map { $0 == "/" || $0 == ":" ? "." : $0 })
    }

    /// What `lastPathComponent` makes of the URL: as a text it keeps the query and the escapes,
    /// as a URL neither.
    private static func lastParts(of url: String) -> [String] {
        let asText = String(url.split(separator: "/").last ?? "")
        return [asText] + [URL(string: url)?.lastPathComponent].compactMap { $0 }
    }
}
