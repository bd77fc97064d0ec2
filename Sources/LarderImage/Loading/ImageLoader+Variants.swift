import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What steps made of a picture, encoded and kept in the cache.
//
// A variant beside its original is good for just the bytes that it was made from, so it names
// them. One without an original is as old, and as long fresh, as its original would be.

extension ImageLoader {
    private static let contentName = "image.content"
    private static let sizeName = "image.size"
    private static let freshName = "image.fresh-until"

    /// The variant of bytes that are not kept themselves, if it is still good.
    func liveVariant(
        _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> LoadedImage? {
        guard configuration.storage == .variants, let entry = await variantEntry(request) else {
            return nil
        }
        let life = life(of: entry.attributes)
        guard life.allowsUse(at: configuration.time.uptime(), by: request.policy) else {
            return nil
        }
        return try await decodeVariant(entry, life, request, flight)
    }

    private func life(of variant: EntryAttributes) -> PictureLife {
        let freshUntil = variant.metadata[Self.freshName].flatMap(Int.init)
            .map { Date(timeIntervalSince1970: Double($0)) }
        let storedAt = uptime(at: variant.storedAt)
        return PictureLife(
            confirmedAt: storedAt <= configuration.time.uptime() ? storedAt : nil,
            freshUntil: freshUntil.map(uptime), endsAt: variant.expiresAt.map(uptime))
    }

    /// What the clock that never goes back shows at `date`. Any date, as anybody may have written
    /// it, is one that can be reckoned with.
    func uptime(at date: Date) -> Duration {
        let left = date.timeIntervalSince(configuration.time.now())
        let bounded = left.isNaN ? -1e12 : min(max(left, -1e12), 1e12)
        return configuration.time.uptime() + .seconds(bounded)
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
        let source = PictureSource(
            storageKey: storageKey(request), content: content, life: life, mayKeep: true)
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

    /// Keeps what steps made, if variants are kept, unless the source was removed since `mark`.
    func keepVariant(_ made: MadePicture, _ request: ImageRequest, since mark: UInt64) async {
        let picture = made.image.picture
        guard configuration.storage.keepsVariants, !request.steps.isEmpty, request.isPublic,
            let fetched = made.fetched, fetched.source.mayKeep, !picture.bitmap.isPartial,
            picture.animation == nil
        else { return }
        let expiry = expiry(of: fetched.source.life, request.policy)
        guard expiry.map({ $0 > configuration.time.now() }) ?? true else { return }
        var metadata = [
            Self.contentName: fetched.source.content.description,
            Self.sizeName: "\(picture.info.size.width)x\(picture.info.size.height)",
            Self.stepsName: request.steps.identity,
        ]
        metadata[Self.freshName] = fetched.source.life.freshUntil.map {
            "\(Int(date(at: $0).timeIntervalSince1970))"
        }
        let (codecs, encoding) = (configuration.codecs, configuration.encoding)
        do {
            let bytes = try await pool.run(priority: .low) {
                try codecs.encode(picture.bitmap, as: encoding)
            }
            let attributes = EntryAttributes(
                metadata: metadata,
                storedAt: fetched.source.life.confirmedAt.map(date) ?? .distantPast,
                expiresAt: expiry, isShareable: fetched.isShareable)
            let entry = Entry(payload: bytes, attributes: attributes)
            let key = fetched.source.storageKey
            guard mark == memory.mark(of: key) else { return }
            try await loader.cache.store(entry, forKey: variantKey(request))
            try await list(request)
            if mark != memory.mark(of: key) { try await removeVariants(of: key) }
        } catch {
            // A variant that cannot be kept is made anew.
            return
        }
    }

    /// Until when a variant may be kept: with its original it is judged by that.
    private func expiry(of life: PictureLife, _ policy: CachePolicy) -> Date? {
        guard configuration.storage == .variants else { return nil }
        let end = policy == .immutable ? life.endsAt : life.endsAt ?? life.freshUntil
        return end.map(date)
    }

    private func date(at uptime: Duration) -> Date {
        configuration.time.now() + (uptime - configuration.time.uptime()).seconds
    }
}

extension PixelSize {
    fileprivate init?(text: String) {
        let sides = text.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides[0] > 0, sides[1] > 0 else { return nil }
        self.init(width: sides[0], height: sides[1])
    }
}
