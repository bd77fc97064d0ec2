#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// An entry as a command line names it: a key, or a URL that a loader made the key of.
struct EntryKey {
    let key: String
    let entry: DiskEntry
    let bucket: DiskBucket

    /// Nothing is there, or only what may no longer be given out.
    struct Missing: Error, CustomStringConvertible {
        let key: String
        /// What has expired under the key.
        var expired: DiskEntry?

        var description: String {
            let name = Describe.quoted(WebAddress.shown(key))
            guard let expired, let end = expired.expiresAt else {
                return "Nothing is stored under \(name). `larder ls` lists the keys."
            }
            let now = Date()
            let reason =
                end <= now
                ? "expired \(Describe.age(since: end, now: now)) ago, at \(EntryInfo.moment(end))"
                : "was stored at \(EntryInfo.moment(expired.storedAt)), which the clock says is to come"
            return
                "What is stored under \(name) \(reason). `larder info` tells what is known of it;"
                + " fetch or put it anew."
        }
    }

    /// Finds an entry, one that has expired only if `takesExpired` says so.
    init(
        _ text: String, in cache: DiskCache, bucket name: String?, takesExpired: Bool = false
    ) throws {
        bucket = cache.bucket(name ?? "")
        for key in Self.keys(text) {
            guard
                let entry = try bucket.attributes(
                    forKey: key, ignoringLifetime: takesExpired)
            else { continue }
            self.key = key
            self.entry = entry
            return
        }
        throw try Self.missing(text, in: bucket)
    }

    private static func keys(_ text: String) -> [String] { [text, WebAddress.key(text)] }

    /// Why nothing under `text` can be given out.
    static func missing(_ text: String, in bucket: DiskBucket) throws -> Missing {
        for key in keys(text) {
            let entry = try bucket.attributes(forKey: key, ignoringLifetime: true)
            if let entry { return Missing(key: text, expired: entry) }
        }
        return Missing(key: text)
    }
}
