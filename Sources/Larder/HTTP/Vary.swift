/// Which request fields select among the responses to one URL (RFC 9110 §12.5.5).
public enum Vary: Sendable, Hashable {
    /// Something that no request shows: the response answers no other request.
    case anything
    /// These fields, in small letters, each once and in order of the alphabet; maybe none.
    case fields([String])

    /// Reads every `Vary` line of a response.
    ///
    /// A `*` anywhere makes it ``anything``, and so does what is no name of a field: what the
    /// server meant by it cannot be known.
    public init(_ response: HTTPFields) {
        guard response.has("Vary") else {
            self = .fields([])
            return
        }
        let names = response.values("Vary").flatMap { FieldScanner.members(of: $0) }
        guard names.allSatisfy({ $0 != "*" && $0.isToken }) else {
            self = .anything
            return
        }
        self = .fields(Set(names.map { $0.asciiLowercased() }).sorted())
    }
}
