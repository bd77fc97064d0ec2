/// How a load may use the cache, beside HTTP's own rules.
public struct CachePolicy: Sendable, Hashable {
    package enum Rule: Sendable, Hashable {
        case standard, immutable, maxAge(Duration), reload, revalidate
        case cacheOnly, cacheElseOrigin, noStore
    }

    package let rule: Rule

    private init(_ rule: Rule) {
        self.rule = rule
    }

    /// As the origin says (RFC 9111). The default.
    public static let standard = CachePolicy(.standard)
    /// The URL's content never changes: what is stored is used, however old.
    public static let immutable = CachePolicy(.immutable)
    /// What is stored is fresh until `age` after it was received or last validated, whatever the
    /// origin says.
    public static func maxAge(_ age: Duration) -> CachePolicy { CachePolicy(.maxAge(age)) }
    /// The origin is asked in full; its answer is stored.
    public static let reload = CachePolicy(.reload)
    /// What is stored is used only after the origin has confirmed it.
    public static let revalidate = CachePolicy(.revalidate)
    /// Nothing is sent; what is stored is used, however old.
    public static let cacheOnly = CachePolicy(.cacheOnly)
    /// What is stored is used, however old; only if there is nothing the origin is asked.
    public static let cacheElseOrigin = CachePolicy(.cacheElseOrigin)
    /// The origin is asked; nothing is read from the cache and nothing is stored in it.
    public static let noStore = CachePolicy(.noStore)
}
