/// A pattern for names: `*` any text, `?` any character, `[a-z]` and `[!a-z]` one of a set, `\`
/// takes the next character as it is.
///
/// Matching takes at most the product of both lengths: a star that fails gives up at once for
/// the star behind it.
struct Glob: Equatable {
    private enum Part: Equatable {
        case any
        case one
        case literal(Character)
        case set([ClosedRange<Character>], isInverted: Bool)
    }

    private let parts: [Part]

    init(_ pattern: String) throws {
        var parts: [Part] = []
        var rest = pattern[...]
        while let character = rest.popFirst() {
            switch character {
            case "*": if parts.last != .any { parts.append(.any) }
            case "?": parts.append(.one)
            case "[": parts.append(try Self.set(&rest, in: pattern))
            case "\\": parts.append(.literal(rest.popFirst() ?? "\\"))
            default: parts.append(.literal(character))
            }
        }
        self.parts = parts
    }
}

extension Glob {
    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (part, place) = (0, 0)
        var star: (part: Int, place: Int)?
        while place < text.count {
            if part < parts.count, parts[part] == .any {
                star = (part, place)
                part += 1
            } else if part < parts.count, Self.matches(parts[part], text[place]) {
                part += 1
                place += 1
            } else if let last = star {
                star = (last.part, last.place + 1)
                (part, place) = (last.part + 1, last.place + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .any }
    }

    private static func matches(_ part: Part, _ character: Character) -> Bool {
        switch part {
        case .any, .one: true
        case .literal(let wanted): wanted == character
        case .set(let ranges, let isInverted):
            ranges.contains { $0.contains(character) } != isInverted
        }
    }

    /// Reads a set up to its bracket. A bracket that comes first is one of the set.
    private static func set(_ rest: inout Substring, in pattern: String) throws -> Part {
        let isInverted = rest.first == "!" || rest.first == "^"
        if isInverted { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let first = rest.popFirst() {
            if first == "]", !ranges.isEmpty { return .set(ranges, isInverted: isInverted) }
            guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
                ranges.append(first...first)
                continue
            }
            guard first <= last else { break }
            rest.removeFirst(2)
            ranges.append(first...last)
        }
        throw UsageError("The pattern \(Describe.quoted(pattern)) has a set without an end.")
    }
}
