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
///
/// Keys are told apart by their bytes, as that cache did; of two in the list that are the same as
/// texts the decoder hands out one. Names are texts: a file system may have
/// handed them out in another form than the list has them in, and then two that are equal as texts
/// settle nothing.
struct ListedFiles: OlderLayout {
    static let listName = "imagecache.plist"

    private let names: [ExactKey<String>: String]
    private let uses: [String: Int]

    init(_ list: [String: String]) {
        names = list.reduce(into: [:]) { names, listed in
            names[ExactKey(listed.key)] = String(listed.value.split(separator: "/").last ?? "")
        }
        uses = names.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension ListedFiles {
    func fileName(forKey key: String) -> String? {
        guard let name = names[ExactKey(Self.listKey(of: key))], uses[name] == 1 else { return nil }
        return Self.lastParts(of: key).contains(name) ? name : nil
    }

    func keys(of names: [String], among keys: [String]) -> [OlderKey] {
        let claims = Set(keys.map(ExactKey.init)).reduce(into: [String: [String]]()) {
            if let name = fileName(forKey: $1.key) { $0[name, default: []].append($1.key) }
        }
        let files = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return names.map { verdict(on: $0, of: files[$0] ?? 0, claims: claims[$0] ?? []) }
    }

    func owns(_ name: String) -> Bool { uses[name] != nil && name != Self.listName }

    private func verdict(on name: String, of files: Int, claims: [String]) -> OlderKey {
        guard owns(name) else { return .unknown(.foreign) }
        if files != 1 || uses[name] != 1 || claims.count > 1 { return .unknown(.ambiguous) }
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
