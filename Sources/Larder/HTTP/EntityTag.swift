/// The value of an `ETag`, opaque but for its weakness (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// The value as it was received, sent back verbatim.
    public let rawValue: String

    /// Takes any text: a tag that breaks the grammar still means something to who sent it.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

extension EntityTag {
    /// Whether equal tags promise no more than equivalent content.
    public var isWeak: Bool { rawValue.hasPrefix("W/") }

    /// Whether the tag keeps to the grammar, so that lists of tags can be told apart.
    public var isWellFormed: Bool {
        opaque.utf8.count >= 2 && opaque.hasPrefix("\"") && opaque.hasSuffix("\"")
    }

    /// Whether both are strong and the same (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && rawValue == other.rawValue
    }

    /// Whether both are the same but for their weakness.
    public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// The tags of a list such as `If-None-Match`; a comma within a tag does not end it. A tag is
    /// no quoted string: a backslash in it is one of its characters.
    static func list(_ value: String) -> [EntityTag] {
        var isWithin = false
        let members = value.utf8.split { byte in
            if byte == UInt8(ascii: "\"") { isWithin.toggle() }
            return byte == UInt8(ascii: ",") && !isWithin
        }
        return members.map { EntityTag(String(Substring($0.trimmingFieldSpace()))) }
            .filter { !$0.isEmpty }
    }

    fileprivate var isEmpty: Bool { opaque.isEmpty }

    private var opaque: Substring { isWeak ? rawValue.dropFirst(2) : rawValue[...] }
}

extension HTTPFields {
    /// The first `ETag`; `nil` when there is none, nothing in it, or what cannot be sent back.
    var entityTag: EntityTag? {
        guard let tag = values("ETag").first.map(EntityTag.init), !tag.isEmpty,
            tag.rawValue.isFieldValue
        else { return nil }
        return tag
    }
}
