/// Bytes as characters of the same number, so that any bytes survive a round trip.
enum Latin1 {
    static func string(_ bytes: some Collection<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return String(text)
    }

    /// The bytes of `text`; a character that is none of Latin-1 becomes its UTF-8.
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            UInt8(exactly: scalar.value).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }
}
