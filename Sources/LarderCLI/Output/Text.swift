extension String {
    /// The text with spaces after it, up to `width` columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// The text with spaces before it, up to `width` columns.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }

    /// The text, or as much of its beginning as fits `width` columns with an ellipsis.
    func cut(to width: Int) -> String {
        guard columns > width else { return self }
        guard width > 0 else { return "" }
        var rest = width - 1
        let kept = prefix { character in
            rest -= character.columns
            return rest >= 0
        }
        return kept + "…"
    }

    var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }

    /// How many columns of a terminal the text takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
    /// How many columns of a terminal the character takes: two for East Asian scripts and
    /// pictographs.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        if first.properties.isEmojiPresentation || Self.isWide(first.value) { return 2 }
        return first.properties.generalCategory == .nonspacingMark ? 0 : 1
    }

    /// The wide blocks of UAX #11, coarsely.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
