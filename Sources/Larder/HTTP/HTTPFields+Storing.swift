extension HTTPFields {
    /// The fields without those that belong to one connection or one proxy only, which are
    /// never kept (RFC 9111 §3.1).
    func withoutConnectionFields() -> HTTPFields {
        let nominated = values("Connection").flatMap { FieldScanner.members(of: $0) }
        return without(Self.connectionFields + nominated)
    }

    /// The fields with the lines of `update` in place of theirs of the same names.
    func replacing(with update: HTTPFields) -> HTTPFields {
        HTTPFields(Array(without(update.map(\.name))) + Array(update))
    }

    private static let connectionFields = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]
}
