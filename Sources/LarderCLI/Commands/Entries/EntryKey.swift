import Larder

/// An entry as a command line names it: a key, or a URL that a loader made the key of.
struct EntryKey {
    let key: String
    let entry: DiskEntry
    let bucket: DiskBucket

    struct Missing: Error, CustomStringConvertible {
        let key: String
        var description: String {
            "Nothing is stored under \(Describe.quoted(WebAddress.shown(key))). `larder ls` lists the keys."
        }
    }

    /// Finds an entry, one that has expired only if `takesExpired` says so.
    init(
        _ text: String, in cache: DiskCache, bucket name: String?, takesExpired: Bool = false
    ) throws {
        bucket = cache.bucket(name ?? "")
        for key in [text, WebAddress.key(text)] {
            guard
                let entry = try bucket.attributes(
                    forKey: key, ignoringLifetime: takesExpired)
            else { continue }
            self.key = key
            self.entry = entry
            return
        }
        throw Missing(key: text)
    }
}
