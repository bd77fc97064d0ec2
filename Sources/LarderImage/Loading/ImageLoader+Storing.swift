public import Larder
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ImageLoader {
    /// Stores a picture under a key of your own, in memory and encoded in the loader's cache.
    ///
    /// What was there is replaced, with all that was made of it. When the call returns, the
    /// picture survives the program if the cache does.
    ///
    /// - Parameters:
    ///   - bitmap: The picture.
    ///   - key: What to store it under.
    ///   - encoding: How the picture is written; as the configuration says by default. In memory
    ///     it stays as it is.
    ///   - lifetime: How long the encoded picture may be served. For ever by default.
    /// - Returns: Whether the cache keeps it. One that is too large for the cache is in memory
    ///   only.
    /// - Throws: ``ImageLoadError`` with the stage ``ImageLoadError/Stage/storing``.
    @discardableResult
    public func store(
        _ bitmap: Bitmap, forKey key: String, encoding: ImageEncoding? = nil,
        lifetime: Lifetime = .forever
    ) async throws -> Bool {
        let request = ImageRequest(key: key)
        let (codecs, encoding) = (configuration.codecs, encoding ?? configuration.encoding)
        do {
            let (bytes, hash, info) = try await pool.run {
                let bytes = try codecs.encode(bitmap, as: encoding)
                return (bytes, ThumbHash(bitmap), try codecs.probe(bytes))
            }
            let now = configuration.time.now()
            let attributes = EntryAttributes(
                metadata: [Self.hashName: hash.base64], storedAt: now,
                expiresAt: lifetime.duration.map { now + $0.seconds })
            let entry = Entry(payload: bytes, attributes: attributes)
            let version = try await loader.cache.store(entry, forKey: key)
            try await loader.observers.forget(key)
            keep(bitmap, bytes, info, request, lifetime)
            hashes.insert(KeptHash(hash: hash, content: ContentTag(bytes)), for: key)
            return version != nil
        } catch let error where !(error is CancellationError) {
            throw ImageLoadError(.storing, request, cause: error)
        }
    }

    /// Stores a picture under a key that nothing else has, and returns the key.
    ///
    /// - Throws: ``ImageLoadError`` with the stage ``ImageLoadError/Stage/storing``.
    public func storeUnderNewKey(
        _ bitmap: Bitmap, encoding: ImageEncoding? = nil, lifetime: Lifetime = .forever
    ) async throws -> String {
        let key = UUID().uuidString
        try await store(bitmap, forKey: key, encoding: encoding, lifetime: lifetime)
        return key
    }

    private func keep(
        _ bitmap: Bitmap, _ bytes: Data, _ info: ImageInfo, _ request: ImageRequest,
        _ lifetime: Lifetime
    ) {
        let now = configuration.time.uptime()
        let life = PictureLife.own(from: now, until: lifetime.duration.map { now + $0 })
        let key = storageKey(request)
        let source = PictureSource(
            storageKey: key, content: ContentTag(bytes), life: life, mayKeep: true)
        let picture = DecodedPicture(bitmap: bitmap, info: info, source: source)
        memory.keep(picture, for: PictureKey(request), since: memory.mark(of: key))
    }
}

extension ImageLoader {
    /// Removes the picture at `url` and all that was made of it, from memory and the cache. A
    /// load that is under way is not kept.
    ///
    /// - Throws: what the cache throws.
    public func remove(at url: URL) async throws {
        try await loader.remove(forKey: storageKey(ImageRequest(url)))
    }

    /// Removes the picture stored under `key` and all that was made of it, from memory and the
    /// cache. A load that is under way is not kept.
    ///
    /// - Throws: what the cache throws.
    public func remove(forKey key: String) async throws {
        try await loader.remove(forKey: key)
    }

    /// Removes everything from memory and from the loader's cache, pictures or not. What is
    /// stored after the call returns stays.
    ///
    /// - Throws: what the cache throws.
    public func removeAll() async throws {
        loader.observers.forgetAll()
        try await loader.cache.removeAll()
        loader.observers.forgetAll()
    }

    /// Removes every decoded picture from memory. The cache keeps the bytes.
    public func removeAllFromMemory() {
        memory.removeAll()
        hashes.removeAll()
    }

    /// Waits until nothing is being loaded or decoded, what nobody waits for any more has let go
    /// of its connection, and what is kept after an answer (likenesses, variants) is kept: before
    /// a program ends, for instance.
    public func idle() async {
        await deck.idle()
        await loader.idle()
    }

    /// Evicts decoded pictures, those least worth keeping first, until they take at most
    /// `target`.
    public func trimMemory(to target: ByteCount) { memory.trim(to: target) }

    /// How often decoded pictures were found in memory, and what they take.
    public var memoryStatistics: MemoryStatistics { memory.statistics }

}

extension ImageLoader: InvalidationObserver {
    package func forget(_ key: String) async throws {
        memory.removeAll(keptUnder: key)
        hashes.removeValue(for: key)
        try await removeVariants(of: key)
    }

    package func forgetAll() { removeAllFromMemory() }
}
