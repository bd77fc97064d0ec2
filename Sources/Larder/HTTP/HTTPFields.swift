/// The fields of a request or response, in order and with repeats as sent (RFC 9110 §5).
///
/// Names compare without regard to case. Bytes above 0x7F are kept as Latin-1 characters, so
/// any bytes a server sends survive a round trip.
public struct HTTPFields: Sendable, Hashable {
    /// One field line.
    public struct Field: Sendable {
        /// The name as sent.
        public var name: String
        /// The value, without white space at its ends.
        public var value: String

        /// Makes a field line.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var lines: [Field]

    /// Makes an empty set of fields.
    public init() {
        lines = []
    }

    /// Makes fields of `lines` in their order.
    public init(_ lines: [Field]) {
        self.lines = lines
    }
}

extension HTTPFields {
    /// The values of every line named `name`, in order.
    public func values(_ name: String) -> [String] {
        // Asked so often that nothing is to be made where there is no such line.
        var values: [String] = []
        for line in lines where Self.isSame(line.name, name) { values.append(line.value) }
        return values
    }

    /// The value of the one line named `name`; `nil` when there is none, or more than one.
    func only(_ name: String) -> String? {
        guard let place = firstIndex(named: name),
            !lines[(place + 1)...].contains(where: { Self.isSame($0.name, name) })
        else { return nil }
        return lines[place].value
    }

    /// Whether the lines named `name` have the same values as those of `other`, in the same order.
    func hasSame(_ name: String, as other: HTTPFields) -> Bool {
        let (own, others) = (lines.lazy, other.lines.lazy)
        return own.filter { Self.isSame($0.name, name) }.map(\.value)
            .elementsEqual(others.filter { Self.isSame($0.name, name) }.map(\.value))
    }

    /// The fields without the lines of these names.
    func without(_ names: some Collection<String>) -> HTTPFields {
        guard names.contains(where: has) else { return self }
        var kept = self
        kept.lines.removeAll { line in names.contains { Self.isSame(line.name, $0) } }
        return kept
    }

    /// The combined value of all lines named `name`: joined with `", "` (RFC 9110 §5.3), `nil`
    /// when there is none. Setting it puts one line in their place; `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            // Most names come once, and then nothing need be put together.
            guard let first = firstIndex(named: name) else { return nil }
            let rest = lines[(first + 1)...].lazy.filter { Self.isSame($0.name, name) }
            return rest.reduce(lines[first].value) { "\($0), \($1.value)" }
        }
        set {
            let place = firstIndex(named: name)
            guard let newValue else { return remove(name, from: place) }
            let field = Field(name: name, value: newValue)
            guard let place else { return lines.append(field) }
            lines[place] = field
            remove(name, from: place + 1)
        }
    }

    /// Whether there is a line named `name`.
    public func has(_ name: String) -> Bool { firstIndex(named: name) != nil }

    private mutating func remove(_ name: String, from start: Int?) {
        guard let start else { return }
        for place in lines.indices[start...].reversed() where Self.isSame(lines[place].name, name) {
            lines.remove(at: place)
        }
    }

    private func firstIndex(named name: String) -> Int? {
        lines.firstIndex { Self.isSame($0.name, name) }
    }

    /// Makes room for as many lines as most messages have.
    mutating func makeRoom() { lines.reserveCapacity(12) }

    /// Appends a line, keeping others of the same name.
    public mutating func append(_ name: String, _ value: String) {
        lines.append(Field(name: name, value: value))
    }

    /// Whether two field names are the same, which does not depend on case (RFC 9110 §5.1).
    public static func isSame(_ lhs: String, _ rhs: String) -> Bool {
        guard lhs.utf8.count == rhs.utf8.count else { return false }
        return lhs == rhs
            || lhs.utf8.elementsEqual(rhs.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension HTTPFields.Field: Hashable {
    /// Whether both are the same bytes: callers whose fields differ share nothing.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        ExactKey(lhs.name) == ExactKey(rhs.name) && ExactKey(lhs.value) == ExactKey(rhs.value)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactKey(name))
        hasher.combine(ExactKey(value))
    }
}

extension HTTPFields: RandomAccessCollection {
    /// The position of the first line.
    public var startIndex: Int { lines.startIndex }
    /// The position past the last line.
    public var endIndex: Int { lines.endIndex }
    /// The line at `position`.
    public subscript(position: Int) -> Field { lines[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Makes fields of names and values in their order; names may repeat.
    public init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { Field(name: $0.0, value: $0.1) }
    }
}
