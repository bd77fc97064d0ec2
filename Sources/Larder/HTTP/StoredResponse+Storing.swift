extension StoredResponse {
    /// Whether a complete response to `request`, which was a GET, may be kept in a cache of this
    /// `kind` (RFC 9111 §3).
    public static func mayStore(
        status: Int, fields: HTTPFields, request: HTTPFields, in kind: CacheKind = .private
    ) -> Bool {
        mayStore(status, fields, CacheControl(fields), request, kind)
    }

    /// Whether this response to `request` may be kept in a cache of this `kind`.
    func mayBeStored(answering request: HTTPFields, in kind: CacheKind) -> Bool {
        Self.mayStore(status, fields, cacheControl, request, kind)
    }

    private static func mayStore(
        _ status: Int, _ fields: HTTPFields, _ control: CacheControl, _ request: HTTPFields,
        _ kind: CacheKind
    ) -> Bool {
        guard HTTPStatus.isStorable(status), !CacheControl(request).noStore,
            Vary(fields) != .anything
        else { return false }
        if control.mustUnderstand {
            guard HTTPStatus.isUnderstood(status) else { return false }
        } else if control.noStore {
            return false
        }
        guard kind == .private || mayShare(control, request) else { return false }
        return isWorthKeeping(status, fields, control, kind)
    }

    /// RFC 9111 §3.5 and §5.2.2.7.
    private static func mayShare(_ control: CacheControl, _ request: HTTPFields) -> Bool {
        if control.isPrivate { return false }
        guard request["Authorization"] != nil else { return true }
        return control.mustRevalidate || control.isPublic || control.sharedMaxAge != .absent
    }

    /// The last condition of RFC 9111 §3: something must say that it can be used again.
    private static func isWorthKeeping(
        _ status: Int, _ fields: HTTPFields, _ control: CacheControl, _ kind: CacheKind
    ) -> Bool {
        HTTPStatus.isHeuristicallyCacheable(status) || control.isPublic
            || control.maxAge != .absent || fields["Expires"] != nil
            || (kind == .private ? control.has("private") : control.sharedMaxAge != .absent)
    }

    /// The fields of a response as they are kept: without those of the connection, those that
    /// may not be used unconfirmed (RFC 9111 §5.2.2.4), and in a shared cache those that are one
    /// user's (§5.2.2.7). A missing or senseless `Date` is set to the time of receipt
    /// (RFC 9110 §6.6.1).
    public func preparedForStoring(in kind: CacheKind = .private) -> StoredResponse {
        let control = cacheControl
        var withheld = control.listedFields("no-cache") ?? []
        if kind == .shared { withheld += control.listedFields("private") ?? [] }
        var kept = fields.withoutConnectionFields().without(withheld)
        if !facts.statesDate || !kept.has("Date") {
            kept["Date"] = HTTPDate(receivedAt).description
        }
        return with(kept)
    }
}
