/// The directives of a `Cache-Control` field (RFC 9111 §5.2), of a request or a response.
///
/// Names compare without regard to case, unknown directives are kept and mean nothing, and text
/// in quotes is never taken for a directive. No bytes make reading fail.
public struct CacheControl: Sendable, Hashable {
    /// One directive.
    public struct Directive: Sendable, Hashable {
        /// The name in small letters.
        public let name: String
        /// What follows the `=`, without quotes; `nil` when there is no `=`.
        public let argument: String?
    }

    /// The directives in order, repeats kept.
    public let directives: [Directive]

    /// Reads every `Cache-Control` line of `fields`.
    public init(_ fields: HTTPFields) {
        directives = fields.values("Cache-Control").flatMap(Self.parse)
    }

    /// Reads one field value.
    public init(_ value: String) {
        directives = Self.parse(value)
    }
}

extension CacheControl {
    /// No directives.
    static let none = CacheControl("")

    /// Whether the directive is there, whatever its argument.
    public func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// The seconds that the first directive of this name states. A value in quotes counts too.
    public func seconds(_ name: String) -> DeltaSeconds {
        guard let directive = directives.first(where: { $0.name == name }) else { return .absent }
        return DeltaSeconds(directive.argument ?? "")
    }

    /// The field names that directives of this name list, in small letters.
    ///
    /// `nil` when the directive is absent or stands without a list, and so means the whole
    /// response. So does a list that is no list of names: it may have been meant to hold more.
    public func listedFields(_ name: String) -> [String]? {
        let matches = directives.filter { $0.name == name }
        let lists = matches.map { FieldScanner.members(of: $0.argument ?? "") }
        guard !lists.isEmpty, lists.allSatisfy(Self.areNames) else { return nil }
        return lists.flatMap { $0 }.map { $0.asciiLowercased() }
    }

    private static func areNames(_ members: [String]) -> Bool {
        !members.isEmpty && members.allSatisfy { $0.utf8.allSatisfy(\.isTokenByte) }
    }

    /// Whether the directive is there and means the whole response.
    public func hasUnqualified(_ name: String) -> Bool {
        has(name) && listedFields(name) == nil
    }
}

// MARK: - Names

extension CacheControl {
    /// How long a response is fresh, or how old the client takes it (RFC 9111 §5.2.1.1, §5.2.2.1).
    public var maxAge: DeltaSeconds { seconds("max-age") }
    /// How long a response is fresh in a shared cache (RFC 9111 §5.2.2.10).
    public var sharedMaxAge: DeltaSeconds { seconds("s-maxage") }
    /// Nothing may be kept (RFC 9111 §5.2.1.5, §5.2.2.5).
    public var noStore: Bool { has("no-store") }
    /// Nothing may be used unconfirmed (RFC 9111 §5.2.1.4, §5.2.2.4).
    public var noCache: Bool { hasUnqualified("no-cache") }
    /// Once stale, never used unconfirmed (RFC 9111 §5.2.2.2).
    public var mustRevalidate: Bool { has("must-revalidate") }
    /// The same, for shared caches only (RFC 9111 §5.2.2.8).
    public var proxyRevalidate: Bool { has("proxy-revalidate") }
    /// Kept only by a cache that knows the status (RFC 9111 §5.2.2.3).
    public var mustUnderstand: Bool { has("must-understand") }
    /// Not for shared caches (RFC 9111 §5.2.2.7).
    public var isPrivate: Bool { hasUnqualified("private") }
    /// May be kept where it otherwise might not (RFC 9111 §5.2.2.9).
    public var isPublic: Bool { has("public") }
    /// The content will not change while it is fresh (RFC 8246).
    public var isImmutable: Bool { has("immutable") }
    /// How long past its freshness it may be used while it is confirmed (RFC 5861 §3).
    public var staleWhileRevalidate: DeltaSeconds { seconds("stale-while-revalidate") }
    /// How long past its freshness it may stand in for an error (RFC 5861 §4).
    public var staleIfError: DeltaSeconds { seconds("stale-if-error") }
    /// How much longer than now the client wants it fresh (RFC 9111 §5.2.1.3).
    public var minFresh: DeltaSeconds { seconds("min-fresh") }
    /// Whether the client states how young a response must be.
    var wantsYoung: Bool { maxAge != .absent || minFresh != .absent }
    /// The client wants a stored response or none (RFC 9111 §5.2.1.7).
    public var onlyIfCached: Bool { has("only-if-cached") }

    /// How stale the client takes a response (RFC 9111 §5.2.1.2): any staleness when the
    /// directive has no argument, none when it is absent or makes no sense.
    public var maxStale: DeltaSeconds {
        guard let directive = directives.first(where: { $0.name == "max-stale" }) else {
            return .absent
        }
        guard let argument = directive.argument else { return .seconds(DeltaSeconds.limit) }
        return DeltaSeconds(argument)
    }
}

// MARK: - Reading

extension CacheControl {
    private static func parse(_ value: String) -> [Directive] {
        var scanner = FieldScanner(value)
        var directives: [Directive] = []
        while !scanner.isAtEnd {
            scanner.skipSpace()
            if let directive = directive(&scanner) { directives.append(directive) }
        }
        return directives
    }

    /// A space beside the `=` is an error of the sender, and stays in the argument so that no
    /// number can be read from it (RFC 9111 §4.2.1: invalid means stale).
    private static func directive(_ scanner: inout FieldScanner) -> Directive? {
        let name = scanner.token().asciiLowercased()
        guard scanner.take(0x3D) else {
            let rest = scanner.listMember()
            guard !name.isEmpty else { return nil }
            return Directive(name: name, argument: rest.isEmpty ? nil : rest)
        }
        var argument = scanner.next == 0x20 ? " " : ""
        argument += scanner.quotedString() ?? ""
        argument += scanner.listMember()
        return name.isEmpty ? nil : Directive(name: name, argument: argument)
    }
}
