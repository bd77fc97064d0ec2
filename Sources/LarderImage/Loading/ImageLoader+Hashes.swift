import Larder
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A hash in memory, and of which bytes it is.
struct KeptHash: Sendable {
    let hash: ThumbHash
    /// `nil` when the hash was read from an entry's metadata.
    let content: ContentTag?
}

extension ImageLoader {
    /// The hash of the picture at `url`, if it was decoded before: a likeness to be shown while
    /// the picture loads. Reads no picture; `nil` when there is none.
    public func thumbHash(at url: URL) async -> ThumbHash? {
        await thumbHash(for: ImageRequest(url))
    }

    /// The hash of the picture that `request` asks for, before any step.
    public func thumbHash(for request: ImageRequest) async -> ThumbHash? {
        guard request.isPublic else { return nil }
        if let hash = cachedThumbHash(for: request) { return hash }
        guard let attributes = await attributes(of: request),
            let hash = attributes.metadata[Self.hashName].flatMap(ThumbHash.init(base64:))
        else { return nil }
        hashes.insert(KeptHash(hash: hash, content: nil), for: storageKey(request))
        return hash
    }

    /// The hash of the picture that `request` asks for, if it is in memory. Never waits.
    public func cachedThumbHash(for request: ImageRequest) -> ThumbHash? {
        request.isPublic ? hashes.value(for: storageKey(request))?.hash : nil
    }
}

extension ImageLoader {
    /// The name of the metadata that holds a hash.
    static let hashName = "image.thumbhash"

    /// Whether a decoded picture shows all of its source, and its hash is not known.
    func wantsHash(
        of fetched: FetchedPicture, _ plan: DecodePlan, _ request: ImageRequest
    ) -> Bool {
        guard request.isPublic, fetched.source.mayKeep else { return false }
        switch plan.target.mode {
        case .full, .fit, .cover:
            return hashes.peek(fetched.source.storageKey)?.content != fetched.source.content
        case .fill, .exact: return false
        }
    }

    /// Keeps a hash in memory and beside the bytes. It is a likeness only: should the bytes have
    /// changed meanwhile, it is made anew when they are decoded.
    func keepHash(_ made: MadePicture, _ request: ImageRequest, since mark: UInt64) async {
        guard let hash = made.hash, let fetched = made.fetched else { return }
        let key = fetched.source.storageKey
        hashes.insert(KeptHash(hash: hash, content: fetched.source.content), for: key)
        guard mark == memory.mark(of: key) else {
            hashes.removeValue(for: key)
            return
        }
        guard var attributes = await attributes(of: request), let version = attributes.version,
            attributes.metadata[Self.hashName] != hash.base64
        else { return }
        attributes.metadata[Self.hashName] = hash.base64
        // A tier that fails costs a likeness.
        _ = try? await loader.cache.update(
            attributes, forKey: storageKey(request), ifVersion: version)
    }

    /// What the cache knows of the picture's bytes. One that fails knows nothing.
    private func attributes(of request: ImageRequest) async -> EntryAttributes? {
        try? await loader.cache.attributes(forKey: storageKey(request))
    }

    /// Under what the cache keeps the picture's bytes.
    func storageKey(_ request: ImageRequest) -> String {
        switch request.source {
        case .key(let key): key
        case .url(let inner): loader.key(for: inner)
        }
    }
}
