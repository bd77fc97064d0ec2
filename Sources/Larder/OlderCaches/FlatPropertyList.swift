#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a property list that is one dictionary from text to text.
///
/// `PropertyListDecoder` reads it; but a hostile list makes it overrun its stack (XML, nested
/// deep) or trap (binary, an object that reaches past the end), as measured with Swift 6.3 on
/// Linux. So the frame is checked first: one dictionary that holds texts alone, each inside the
/// file.
enum FlatPropertyList {
    /// The dictionary, or `nil` when `data` holds anything else.
    static func decode(_ data: Data) -> [String: String]? {
        let bytes = Array(data)
        guard
            BinaryPropertyListFrame.isBinary(bytes)
                ? BinaryPropertyListFrame.isFlat(bytes) : isFlatXML(bytes)
        else { return nil }
        // Whatever the decoder finds wrong, the list cannot be used.
        return try? PropertyListDecoder().decode([String: String].self, from: data)
    }

    /// Whether it is XML in UTF-8 in which nothing is nested.
    private static func isFlatXML(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self), text.first == "<",
            !bytes.contains(0), saysUTF8(text.prefix(200))
        else { return false }
        return count("<dict", in: bytes) == 1 && count("<array", in: bytes) == 0
            && count("<!ENTITY", in: bytes) == 0
    }

    private static func saysUTF8(_ declaration: Substring) -> Bool {
        guard let encoding = declaration.firstRange(of: "encoding=") else { return true }
        return declaration[encoding.upperBound...].dropFirst().prefix(5).lowercased() == "utf-8"
    }

    private static func count(_ word: StaticString, in bytes: [UInt8]) -> Int {
        word.withUTF8Buffer { word in
            bytes.indices.count { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
        }
    }
}
