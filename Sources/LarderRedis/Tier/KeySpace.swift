/// The names of this fleet's keys in the engine.
///
/// All begin with the prefix and the format's version, so fleets, formats and other users of the
/// engine stay apart.
struct KeySpace: Sendable {
    private let entries: String
    private let leases: String
    private let clearingName: String

    init(prefix: String) {
        entries = prefix + ":1:"
        leases = prefix + ":1!"
        clearingName = prefix + ":1#"
    }
}

extension KeySpace {
    func entry(_ key: String) -> RESPCommand.Word { .text(entries + key) }

    func lease(_ key: String) -> RESPCommand.Word { .text(leases + key) }

    /// The name under which lies when everything was last removed.
    var clearing: RESPCommand.Word { .text(clearingName) }

    /// Whether `name` is that of an entry.
    func isEntry(_ name: [UInt8]) -> Bool { name.starts(with: entries.utf8) }

    /// What a key in the engine stands for.
    enum Name: Equatable {
        case entry(KeyHash)
        case lease(KeyHash)
        case clearing
    }

    /// What `name` stands for, or `nil` when it is not one of ours.
    func name(_ name: [UInt8]) -> Name? {
        if isEntry(name) {
            return .entry(KeyHash(name.dropFirst(entries.utf8.count)))
        }
        if name.starts(with: leases.utf8) {
            return .lease(KeyHash(name.dropFirst(leases.utf8.count)))
        }
        return name.elementsEqual(clearingName.utf8) ? .clearing : nil
    }

    /// A pattern that matches every entry and nothing else.
    var everyEntry: RESPCommand.Word {
        var pattern = ""
        for character in entries.unicodeScalars {
            if "*?[]^\\".unicodeScalars.contains(character) { pattern += "\\" }
            pattern.unicodeScalars.append(character)
        }
        return .text(pattern + "*")
    }
}

/// Stands for a key in the tier's tables. Differs from process to process, so nobody can aim at a
/// collision; one costs a look-up, never a wrong answer.
struct KeyHash: Hashable, Sendable {
    let value: Int

    init(_ key: String) {
        var hasher = Hasher()
        var key = key
        key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        value = hasher.finalize()
    }

    init(_ bytes: ArraySlice<UInt8>) {
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        value = hasher.finalize()
    }
}

extension KeyHash {
    /// Which of `count` connections serves the key. One key is always served by the same one, so
    /// what it hears comes in the order in which it happened.
    func connection(of count: Int) -> Int {
        Int(UInt(bitPattern: value) % UInt(count))
    }

    static func == (lhs: KeyHash, rhs: KeyHash) -> Bool { lhs.value == rhs.value }

    /// The value is a good hash already.
    func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
