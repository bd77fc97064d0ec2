/// One of the places where answers to a URL are kept, and which requests it answers.
///
/// The first answer to a URL is kept under the URL's own key, and lists its siblings: answers
/// to requests with other selecting fields, each under a key of its own. What is not listed is
/// never found, so a list lost with its entry loses answers and never serves a wrong one.
struct StoredSlot: Sendable, Hashable {
    /// What the place adds to the URL's key; empty for the key itself.
    let suffix: String
    let selection: Selection

    /// Whether it is the URL's own key.
    var isMain: Bool { suffix.isEmpty }

    /// The key of the place.
    func key(under main: String) -> String { Self.key(suffix, under: main) }

    /// The key of the place that `suffix` tells. A line feed keeps it apart from every URL.
    static func key(_ suffix: String, under main: String) -> String {
        suffix.isEmpty ? main : "\(main)\n\(suffix)"
    }
}

extension StoredSlot {
    /// The slots that an entry lists, the youngest first; the entry's own only, if it lists none.
    static func list(in metadata: [String: String], main: Selection) -> [StoredSlot] {
        guard let text = metadata["http.slots"] else {
            return [StoredSlot(suffix: "", selection: main)]
        }
        return text.utf8.split(separator: 0x0A).compactMap { line in
            guard let end = line.firstIndex(of: 0x20),
                let selection = Selection(String(Substring(line[end...].dropFirst())))
            else { return nil }
            return StoredSlot(suffix: String(Substring(line[..<end])), selection: selection)
        }
    }

    /// The metadata entry that lists `slots`; none when there is only the main one.
    static func metadata(listing slots: [StoredSlot]) -> [String: String] {
        guard slots.contains(where: { !$0.isMain }) else { return [:] }
        let lines = slots.map { "\($0.suffix) \($0.selection)" }
        return ["http.slots": lines.joined(separator: "\n")]
    }

    /// `slots` with this one as it answers now.
    func renewing(_ slots: [StoredSlot]) -> [StoredSlot] {
        slots.map { $0.suffix == suffix ? self : $0 }
    }

    /// The slots after `slot` was given a new answer to `request`: it comes first, and those that
    /// the answer supersedes are gone.
    static func adding(
        _ slot: StoredSlot, to slots: [StoredSlot], for request: HTTPFields
    ) -> [StoredSlot] {
        let others = slots.filter {
            $0.suffix != slot.suffix && ($0.isMain || !$0.selection.matches(request))
        }
        return [slot] + others
    }
}
