/// Which requests a stored response answers, among all requests for its URL (RFC 9111 §4.1).
///
/// The values of the selecting fields are kept as a keyed digest only, since they may be
/// secrets. `Authorization` always selects: what was given to one identity is never given to
/// another.
public struct Selection: Sendable, Hashable {
    /// The names of the selecting fields, in small letters and in order of the alphabet.
    public let names: [String]
    /// The digest's key, drawn anew for each selection.
    public let salt: [UInt8]
    /// The digest of the fields' values; empty when the request had none of the fields.
    public let digest: [UInt8]

    /// Restores a selection that was kept.
    public init(names: [String], salt: [UInt8], digest: [UInt8]) {
        self.names = names
        self.salt = salt
        self.digest = digest
    }
}

extension Selection {
    /// Requests without `Authorization`, whatever their other fields.
    public static let everything = Selection(names: [authorization], salt: [], digest: [])

    /// The selection that a response with these fields makes, to a request with those.
    ///
    /// `nil` when the response says that it answers no other request.
    public init?(
        response: HTTPFields, request: HTTPFields, random: inout some RandomNumberGenerator
    ) {
        guard case .fields(let varying) = Vary(response) else { return nil }
        names =
            varying.isEmpty
            ? Self.everything.names : Set(varying + [Self.authorization]).sorted()
        guard let text = Self.text(of: names, in: request) else {
            salt = []
            digest = []
            return
        }
        salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        digest = SHA256.digest(salt + text)
    }

    /// Whether a request with these fields is among those that are answered.
    public func matches(_ request: HTTPFields) -> Bool {
        guard let text = Self.text(of: names, in: request) else { return digest.isEmpty }
        return !digest.isEmpty && SHA256.digest(salt + text) == digest
    }

    private static let authorization = "authorization"

    /// The selecting fields as text that differs whenever they mean something different; `nil`
    /// when the request has none of them.
    private static func text(of names: [String], in request: HTTPFields) -> [UInt8]? {
        // Most requests have no fields at all.
        guard !request.isEmpty else { return nil }
        var text: [UInt8] = []
        for name in names {
            guard let value = request[name] else { continue }
            text += Array(name.utf8) + [0x3A] + normalized(value, of: name) + [0x0A]
        }
        return text.isEmpty ? nil : text
    }

    /// White space around list members means nothing, nor do capitals in some fields.
    private static func normalized(_ value: String, of name: String) -> [UInt8] {
        guard name != authorization, name != "cookie" else { return Array(value.utf8) }
        let members = FieldScanner.members(of: value).joined(separator: ",")
        let ignoresCase = name == "accept-language" || name == "accept-encoding"
        return Array((ignoresCase ? members.asciiLowercased() : members).utf8)
    }
}
