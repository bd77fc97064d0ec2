#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension URL {
    /// The URL that a field such as `Location` names, which may be relative to `base`
    /// (RFC 9110 §10.2.2); `nil` when it names none.
    ///
    /// Bytes beyond ASCII, which fields hold as Latin-1, are those of a URL that its sender
    /// forgot to encode.
    init?(reference: String, relativeTo base: URL) {
        guard !reference.isEmpty else {
            self = base
            return
        }
        let text = reference.unicodeScalars.map { scalar in
            guard (0x80...0xFF).contains(scalar.value) else { return String(scalar) }
            return "%" + String(scalar.value, radix: 16, uppercase: true)
        }
        guard let url = URL(string: text.joined(), relativeTo: base) else { return nil }
        self = url.absoluteURL
    }
}
