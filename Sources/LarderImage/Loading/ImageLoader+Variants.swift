import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What steps made of a picture, encoded and kept in the cache.
//
// A variant beside its original is good for just the bytes that it was made from, so it names
// them. One without an original is good as long as its original was fresh.

extension ImageLoader {
    private static let contentName = "image.content"
    private static let sizeName = "image.size"

    /// The variant of bytes that are not kept themselves, if it is still good.
    func liveVariant(
        _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> LoadedImage? {
        guard configuration.storage == .variants, request.policy.readsStored,
            let entry = await variantEntry(request)
        else { return nil }
        let now = configuration.time.uptime()
        let left = entry.attributes.expiresAt?.timeIntervalSince(configuration.time.now())
        let life = PictureLife(confirmedAt: now, freshUntil: left.map { now + .seconds($0) })
        return try await decodeVariant(entry, life, request, flight)
    }

    /// The variant of bytes that are at hand.
    func variant(
        of fetched: FetchedPicture, _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> LoadedImage? {
        guard configuration.storage == .both, let entry = await variantEntry(request),
            entry.attributes.metadata[Self.contentName] == fetched.source.content.description
        else { return nil }
        return try await decodeVariant(entry, fetched.source.life, request, flight)
    }

    private func variantEntry(_ request: ImageRequest) async -> Entry? {
        guard !request.steps.isEmpty, request.isPublic else { return nil }
        // A tier that fails costs a variant, which is made anew.
        let entry = try? await loader.cache.entry(forKey: variantKey(request))
        return entry?.attributes.metadata[Self.stepsName] == request.steps.identity ? entry : nil
    }

    private func decodeVariant(
        _ entry: Entry, _ life: PictureLife, _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> LoadedImage? {
        let metadata = entry.attributes.metadata
        guard let content = metadata[Self.contentName].flatMap(ContentTag.init),
            let size = metadata[Self.sizeName].flatMap(PixelSize.init(text:))
        else { return nil }
        let source = PictureSource(content: content, life: life, mayKeep: true)
        let fetched = FetchedPicture(
            bytes: entry.payload, source: source, place: .cache, head: nil,
            isShareable: entry.attributes.isShareable)
        do {
            let whole = DecodePlan([])
            let (picture, _) = try await decode(fetched, whole, request, flight, wantsHash: false)
            var info = picture.info
            info.size = size
            return LoadedImage(
                DecodedPicture(bitmap: picture.bitmap, info: info, source: source), from: .cache)
        } catch is ImageLoadError {
            // A variant that cannot be read is made anew.
            return nil
        }
    }
}

extension ImageLoader {
    private static let stepsName = "image.steps"

    /// Keeps what steps made, if variants are kept.
    func keepVariant(_ made: MadePicture, _ request: ImageRequest) async {
        let picture = made.image.picture
        guard configuration.storage.keepsVariants, !request.steps.isEmpty, request.isPublic,
            let fetched = made.fetched, fetched.source.mayKeep, !picture.bitmap.isPartial,
            picture.animation == nil
        else { return }
        let expiry = expiry(of: fetched.source.life, request.policy)
        guard expiry.map({ $0 > configuration.time.now() }) ?? true else { return }
        let (codecs, encoding) = (configuration.codecs, configuration.encoding)
        do {
            let bytes = try await pool.run(priority: .low) {
                try codecs.encode(picture.bitmap, as: encoding)
            }
            let attributes = EntryAttributes(
                metadata: [
                    Self.contentName: fetched.source.content.description,
                    Self.sizeName: "\(picture.info.size.width)x\(picture.info.size.height)",
                    Self.stepsName: request.steps.identity,
                ], storedAt: configuration.time.now(), expiresAt: expiry,
                isShareable: fetched.isShareable)
            let entry = Entry(payload: bytes, attributes: attributes)
            try await loader.cache.store(entry, forKey: variantKey(request))
            try await list(request)
        } catch {
            // A variant that cannot be kept is made anew.
            return
        }
    }

    /// Until when a variant may be kept: with its original it is judged by that.
    private func expiry(of life: PictureLife, _ policy: CachePolicy) -> Date? {
        guard configuration.storage == .variants, policy != .immutable,
            let freshUntil = life.freshUntil
        else { return nil }
        let left = freshUntil - configuration.time.uptime()
        return configuration.time.now() + left.seconds
    }
}

// MARK: - Finding a source's variants again, to remove them

extension ImageLoader {
    private func variantKey(_ request: ImageRequest) -> String {
        Self.variantKey(storageKey(request), Self.mark(of: request.steps))
    }

    /// A line feed keeps the key apart from every URL.
    private static func variantKey(_ storageKey: String, _ mark: String) -> String {
        "\(storageKey)\nimage \(mark)"
    }

    private static func mark(of steps: [ImageStep]) -> String {
        ContentTag(Data(steps.identity.utf8)).description
    }

    private static func listKey(_ storageKey: String) -> String { "\(storageKey)\nimages" }

    /// Adds a variant to the list of its source's.
    private func list(_ request: ImageRequest) async throws {
        let key = Self.listKey(storageKey(request))
        let mark = Self.mark(of: request.steps)
        // Another variant may be added at the same moment; some rounds suffice for all.
        for _ in 0..<8 {
            let old = try await loader.cache.entry(forKey: key)
            let marks = Self.marks(in: old)
            guard !marks.contains(mark) else { return }
            let text = (marks + [mark]).joined(separator: "\n")
            let entry = Entry(
                payload: Data(text.utf8),
                attributes: EntryAttributes(storedAt: configuration.time.now()))
            let version = old?.attributes.version
            if try await loader.cache.store(entry, forKey: key, ifVersion: version) != nil {
                return
            }
        }
    }

    private static func marks(in list: Entry?) -> [String] {
        String(decoding: list?.payload ?? Data(), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    /// Removes what steps made of the picture kept under `storageKey`.
    func removeVariants(of storageKey: String) async throws {
        let key = Self.listKey(storageKey)
        guard let list = try await loader.cache.entry(forKey: key) else { return }
        for mark in Self.marks(in: list) {
            try await loader.cache.remove(forKey: Self.variantKey(storageKey, mark))
        }
        try await loader.cache.remove(forKey: key)
    }
}

extension CachePolicy {
    /// Whether what is stored may be used without asking.
    fileprivate var readsStored: Bool {
        switch rule {
        case .standard, .immutable, .maxAge, .cacheOnly, .cacheElseOrigin: true
        case .reload, .revalidate, .noStore: false
        }
    }
}

extension PixelSize {
    fileprivate init?(text: String) {
        let sides = text.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides[0] > 0, sides[1] > 0 else { return nil }
        self.init(width: sides[0], height: sides[1])
    }
}
