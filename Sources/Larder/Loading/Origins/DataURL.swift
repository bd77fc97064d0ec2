#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a `data:` URL holds (RFC 2397).
struct DataURL {
    let mediaType: String
    let bytes: Data

    /// Takes `text` apart. A fragment is not part of the content.
    init(_ text: String) throws {
        let text = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard text.count >= 5, text.prefix(5).map({ $0 | 0x20 }) == Array("data:".utf8),
            let comma = text.firstIndex(of: UInt8(ascii: ","))
        else {
            throw Self.failure("has no comma between its type and its content")
        }
        let description = String(decoding: text[..<comma].dropFirst(5), as: UTF8.self)
        let content = try Self.percentDecoded(text[text.index(after: comma)...])
        if description.lowercased().hasSuffix(";base64") {
            mediaType = Self.mediaType(description.dropLast(7))
            bytes = try Self.base64Decoded(content)
        } else {
            mediaType = Self.mediaType(description[...])
            bytes = Data(content)
        }
    }
}

extension DataURL {
    private static func mediaType(_ text: Substring) -> String {
        if text.isEmpty { return "text/plain;charset=US-ASCII" }
        // Parameters without a type are those of plain text.
        return text.hasPrefix(";") ? "text/plain\(text)" : String(text)
    }

    private static func percentDecoded(_ text: some Sequence<UInt8>) throws -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                throw failure("has a percent sign without two digits")
            }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
        default: nil
        }
    }

    /// White space is skipped and padding may be missing, as browsers have it.
    private static func base64Decoded(_ text: [UInt8]) throws -> Data {
        var text = text.filter { ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        for _ in 0..<2 where text.last == UInt8(ascii: "=") { text.removeLast() }
        guard text.count % 4 != 1, !text.contains(UInt8(ascii: "=")) else {
            throw failure("has broken base64")
        }
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        guard let bytes = Data(base64Encoded: Data(text)) else {
            throw failure("has broken base64")
        }
        return bytes
    }

    private static func failure(_ problem: String) -> LoadError {
        LoadError(.invalidURL, "The data: URL \(problem).")
    }
}
