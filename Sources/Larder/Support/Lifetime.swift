/// How long an entry may be served after it was stored.
///
/// An entry lives while its age is *less than* its lifetime: at the exact moment of its
/// deadline it is gone. A lifetime of zero or less makes an entry that is never served; one of more
/// than some 2,000 years is as long as that.
public struct Lifetime: Hashable, Sendable {
    /// How long the entry lives, or `nil` when it never expires.
    public let duration: Duration?

    /// Whether each use starts the lifetime anew. Only the memory tier slides; elsewhere a
    /// sliding lifetime counts from the store.
    public let isSliding: Bool

    private init(_ duration: Duration?, isSliding: Bool) {
        self.duration = duration?.bounded
        self.isSliding = isSliding
    }
}

extension Lifetime {
    /// Never expires. The default everywhere.
    public static let forever = Lifetime(nil, isSliding: false)

    /// Lives for `duration` after it was stored, used or not.
    public static func fixed(_ duration: Duration) -> Lifetime {
        Lifetime(duration, isSliding: false)
    }

    /// Lives for `duration` after it was stored or last used.
    public static func sliding(_ duration: Duration) -> Lifetime {
        Lifetime(duration, isSliding: true)
    }

    /// Lives for `count` seconds after it was stored.
    public static func seconds(_ count: Int) -> Lifetime { .fixed(.seconds(count)) }

    /// Lives for `count` minutes after it was stored.
    public static func minutes(_ count: Int) -> Lifetime { .seconds(count, times: 60) }

    /// Lives for `count` hours after it was stored.
    public static func hours(_ count: Int) -> Lifetime { .seconds(count, times: 3600) }

    /// Lives for `count` days of 24 hours after it was stored.
    public static func days(_ count: Int) -> Lifetime { .seconds(count, times: 86_400) }

    private static func seconds(_ count: Int, times factor: Int) -> Lifetime {
        let (product, isTooLarge) = count.multipliedReportingOverflow(by: factor)
        return .seconds(isTooLarge ? (count < 0 ? .min : .max) : product)
    }
}
