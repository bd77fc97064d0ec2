#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which entries a tier of a ``TieredCache`` is given: a rule of size, kind and lifetime.
///
/// ```swift
/// let engine = RedisTier(RedisConfiguration(endpoint: .host("cache.internal")))
/// let files = TieredCache(
///     memory, disk, engine,
///     inMemory: .upTo(.mebibytes(1)),
///     below: .upTo(.kibibytes(256)).and(.lasting(.seconds(60))).and(.kind("image/*")))
/// ```
///
/// What a rule keeps out of a tier is removed there, so nothing older stays behind. A rule is asked
/// at each store, on whatever thread that runs; it must not block.
public struct TierRule: Sendable {
    let admits: @Sendable (_ key: String, _ attributes: EntryAttributes) -> Bool

    /// A rule of one's own, told the key and everything known about the entry.
    public init(_ admits: @escaping @Sendable (String, EntryAttributes) -> Bool) {
        self.admits = admits
    }
}

extension TierRule {
    /// Every entry. The default.
    public static let everything = TierRule { _, _ in true }

    /// Entries whose payload is no larger than `size`.
    public static func upTo(_ size: ByteCount) -> TierRule {
        TierRule { $1.size <= size.bytes }
    }

    /// Entries that can be used for `time` at least, counted from when they were made: an answer's
    /// freshness by HTTP's rules, another entry's expiry.
    public static func lasting(_ time: Duration) -> TierRule {
        TierRule { _, attributes in
            if let response = answer(attributes) {
                return response.freshnessLifetime(in: .private).duration >= time
            }
            guard let expiry = attributes.expiresAt else { return true }
            return expiry.timeIntervalSince(attributes.storedAt) >= time.seconds
        }
    }

    /// Answers whose `Content-Type` is `type`, or begins with it when it ends in `*`; parameters
    /// and case do not matter. What is no answer of a server has no kind.
    public static func kind(_ type: String) -> TierRule {
        let wanted = type.asciiLowercased()
        return TierRule { _, attributes in
            guard let stated = answer(attributes)?.fields["Content-Type"] else { return false }
            let type = stated.prefix { $0 != ";" && $0 != " " }.asciiLowercased()
            return wanted.hasSuffix("*") ? type.hasPrefix(wanted.dropLast()) : type == wanted
        }
    }

    /// Entries that both rules admit.
    public func and(_ other: TierRule) -> TierRule {
        TierRule { admits($0, $1) && other.admits($0, $1) }
    }

    private static func answer(_ attributes: EntryAttributes) -> StoredResponse? {
        attributes.metadata["http.status"] == nil ? nil : StoredResponse(attributes)
    }
}
