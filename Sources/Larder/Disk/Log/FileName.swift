/// The names of the files in a cache's directory. No part of a key is ever part of one.
enum FileName {
    static let control = "control"
    /// Locked by a writer for one append.
    static let lock = "lock"
    /// Locked for as long as the cache is open, shared or exclusive.
    static let guardian = "open"
    private static let packEnd = ".pack"
    private static let largeEnd = ".large"

    static func pack(_ number: UInt32) -> String { hex(UInt64(number), digits: 8) + packEnd }

    static func packNumber(_ name: String) -> UInt32? {
        guard name.utf8.count == 8 + packEnd.utf8.count, name.hasSuffix(packEnd),
            let number = UInt32(name.prefix(8), radix: 16), number > 0,
            number < Address.packLimit, pack(number) == name
        else { return nil }
        return number
    }

    static func large(_ name: LargeName) -> String {
        hex(name.first, digits: 16) + hex(name.second, digits: 16) + largeEnd
    }

    static func largeName(_ name: String) -> LargeName? {
        guard name.utf8.count == 32 + largeEnd.utf8.count, name.hasSuffix(largeEnd),
            let first = UInt64(name.prefix(16), radix: 16),
            let second = UInt64(name.dropFirst(16).prefix(16), radix: 16)
        else { return nil }
        let parsed = LargeName(first: first, second: second)
        return large(parsed) == name ? parsed : nil
    }

    static func isOurs(_ name: String) -> Bool {
        name == control || name == lock || name == guardian || packNumber(name) != nil
            || largeName(name) != nil
    }

    private static func hex(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }
}

/// The name of a large entry's file: random, so that none is ever used twice.
struct LargeName: Hashable, Sendable {
    var first: UInt64
    var second: UInt64

    static func random() -> LargeName {
        LargeName(first: .random(in: 0 ... .max), second: .random(in: 0 ... .max))
    }
}
