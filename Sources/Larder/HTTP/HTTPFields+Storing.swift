extension HTTPFields {
    /// The fields without those that belong to one connection or one proxy only, which are
    /// never kept (RFC 9111 §3.1).
    func withoutConnectionFields() -> HTTPFields {
        let nominated = values("Connection").flatMap { FieldScanner.members(of: $0) }
            .map { $0.asciiLowercased() }
            .filter { !Self.connectionFields.contains($0) }
        return nominated.isEmpty
            ? without(Self.connectionFields) : without(Self.connectionFields.union(nominated))
    }

    /// The fields without those named, in small letters.
    func without(_ names: Set<String>) -> HTTPFields {
        guard names.contains(where: has) else { return self }
        return HTTPFields(filter { !names.contains($0.name.asciiLowercased()) })
    }

    /// The fields with the lines of `update` in place of theirs of the same names.
    func replacing(with update: HTTPFields) -> HTTPFields {
        let names = Set(update.map { $0.name.asciiLowercased() })
        return HTTPFields(Array(without(names)) + Array(update))
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]
}
