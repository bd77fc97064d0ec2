#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// How a stored response is written into an entry's metadata. The names begin with `http.` so
// that they do not meet a caller's own. Times are kept as `Date` holds them, so that they come
// back exactly: a response must not seem received in the future.

extension StoredResponse {
    /// The metadata that holds the response.
    var metadata: [String: String] {
        var metadata = [
            "http.status": String(status),
            "http.fields": fields.text,
            "http.requested": String(requestedAt.timeIntervalSinceReferenceDate),
            "http.received": String(receivedAt.timeIntervalSinceReferenceDate),
            "http.selection": selection.description,
        ]
        if isInvalidated { metadata["http.invalidated"] = "1" }
        return metadata
    }

    /// The response that an entry holds.
    ///
    /// An entry that something else than a loader stored is a response about which nothing is
    /// known but when it was stored. `nil` when the metadata make no sense.
    package init?(_ attributes: EntryAttributes) {
        let metadata = attributes.metadata
        guard let status = metadata["http.status"] else {
            self.init(
                status: 200, fields: [:], requestedAt: attributes.storedAt,
                receivedAt: attributes.storedAt)
            return
        }
        guard let status = Int(status), (200...999).contains(status),
            let requested = Self.date(metadata["http.requested"]),
            let received = Self.date(metadata["http.received"]),
            let selection = Selection(metadata["http.selection"] ?? "")
        else { return nil }
        self.init(
            status: status, fields: Self.fields(metadata["http.fields"] ?? ""),
            requestedAt: requested, receivedAt: received, selection: selection,
            isInvalidated: metadata["http.invalidated"] != nil)
    }

    /// A date within a thousand years of 2001: durations to anything outside may overflow.
    private static func date(_ text: String?) -> Date? {
        guard let text, let seconds = Double(text), abs(seconds) < 32e9 else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// Lines are told apart as bytes: a character of text may hold two line breaks.
    private static func fields(_ text: String) -> HTTPFields {
        HTTPFields(
            text.utf8.split(separator: 0x0A).compactMap { line in
                guard let colon = line.firstIndex(of: 0x3A) else { return nil }
                let value = line[colon...].dropFirst(2)
                return HTTPFields.Field(
                    name: String(Substring(line[..<colon])), value: String(Substring(value)))
            })
    }
}

extension HTTPFields {
    /// The lines as they are kept.
    fileprivate var text: String {
        var text: [UInt8] = []
        text.reserveCapacity(reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 3 })
        for field in self {
            if !text.isEmpty { text.append(0x0A) }
            text += field.name.utf8
            text += ": ".utf8
            text += field.value.utf8
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Selection: CustomStringConvertible {
    /// Names, salt and digest in one line: `accept,authorization 00ff… 12ab…`.
    public var description: String {
        guard !digest.isEmpty else { return names.joined(separator: ",") }
        return "\(names.joined(separator: ",")) \(Self.hex(salt)) \(Self.hex(digest))"
    }

    /// Reads what ``description`` writes; `nil` when it is something else.
    init?(_ description: String) {
        if description == Self.everything.names[0] {
            self = .everything
            return
        }
        let parts = description.split(separator: " ")
        guard parts.count == 1 || parts.count == 3 else { return nil }
        let names = parts[0].split(separator: ",").map(String.init)
        guard !names.isEmpty else { return nil }
        guard parts.count == 3 else {
            self.init(names: names, salt: [], digest: [])
            return
        }
        guard let salt = Self.bytes(parts[1]), let digest = Self.bytes(parts[2]),
            digest.count == 32
        else { return nil }
        self.init(names: names, salt: salt, digest: digest)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    private static func bytes(_ hex: Substring) -> [UInt8]? {
        let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
