/// Names for files that come from URLs: one plain name in the folder, whatever the URL says.
enum SafeFileName {
    /// Room for a number and a suffix of ours within the 255 bytes that file systems give.
    private static let limit = 200

    /// The name for a URL: its last part with its escapes undone. What a shell, a terminal or
    /// another system's file names could trip over becomes `_`. `ext` takes the place of an
    /// ending that says otherwise, or is added when there is none.
    static func name(forURL url: String, ext: String? = nil) -> String {
        let bare = url.prefix { $0 != "?" && $0 != "#" }
        let path = bare.firstRange(of: "://").map { bare[$0.upperBound...].drop { $0 != "/" } }
        let last = (path ?? bare).split(separator: "/").last ?? ""
        var name = cleaned(unescaped(last))
        if let ext, name.split(separator: ".").dropFirst().last?.lowercased() != ext {
            name += ".\(ext)"
        }
        return name
    }

    private static func cleaned(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isSafe =
                !Describe.isObeyed(scalar) && !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
            guard name.utf8.count < limit else { break }
            name.unicodeScalars.append(isSafe ? scalar : "_")
        }
        while name.hasPrefix(".") || name.hasPrefix("-") || name.hasPrefix(" ") {
            name.removeFirst()
        }
        while name.hasSuffix(".") || name.hasSuffix(" ") { name.removeLast() }
        let stem = name.prefix { $0 != "." }.lowercased()
        return name.isEmpty ? "file" : reserved.contains(stem) ? "_" + name : name
    }

    /// Names that mean devices on Windows, where the folder may be carried to.
    private static let reserved: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
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
