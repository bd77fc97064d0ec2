/// Names for files that come from URLs: one plain name in the folder, whatever the URL says.
enum SafeFileName {
    /// Room for a number and a suffix of ours within the 255 bytes that file systems give.
    private static let limit = 200

    /// The name for a URL: its last part with its escapes undone. What a shell, a terminal or
    /// another system's file names could trip over becomes `_`. `ext` takes the place of an
    /// ending that says otherwise, or is added when there is none.
    static func name(forURL url: String, ext: String? = nil) -> String {
        var name = cleaned(unescaped(lastPart(of: url)))
        if let ext, name.split(separator: ".").dropFirst().last?.lowercased() != ext {
            name += ".\(ext)"
        }
        return name
    }

    /// By bytes, which takes a tenth of the time that characters do.
    private static func lastPart(of url: String) -> Substring.UTF8View {
        let slash = UInt8(ascii: "/")
        var path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if let colon = path.firstIndex(of: UInt8(ascii: ":")),
            path[colon...].starts(with: "://".utf8)
        {
            path = path[colon...].dropFirst(3).drop { $0 != slash }
        }
        while path.last == slash { path.removeLast() }
        return path.lastIndex(of: slash).map { path[path.index(after: $0)...] } ?? path
    }

    private static func cleaned(_ text: String) -> String {
        var name = isPlain(text) ? text : replacingUnsafe(in: text)
        while let first = name.utf8.first, ".- ".utf8.contains(first) { name.removeFirst() }
        while let last = name.utf8.last, ". ".utf8.contains(last) { name.removeLast() }
        let stem = name.prefix { $0 != "." }.lowercased()
        return name.isEmpty ? "file" : reserved.contains(stem) ? "_" + name : name
    }

    /// Whether nothing in `text` need be looked at more closely, as is so with most names.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count < limit
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func replacingUnsafe(in text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isSafe =
                !Describe.isObeyed(scalar) && !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
            guard name.utf8.count < limit else { break }
            name.unicodeScalars.append(isSafe ? scalar : "_")
        }
        return name
    }

    /// Names that mean devices on Windows, where the folder may be carried to.
    private static let reserved: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    private static func unescaped(_ text: Substring.UTF8View) -> String {
        guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
