extension HTTPFields: CustomStringConvertible {
    /// The lines as they are sent, one a line. What lets somebody in is left out: the values of
    /// `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`.
    public var description: String {
        map { field in
            let isSecret = Self.secrets.contains { Self.isSame($0, field.name) }
            return "\(field.name): \(isSecret ? "…" : field.value)"
        }.joined(separator: "\n")
    }

    private static let secrets = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]
}
