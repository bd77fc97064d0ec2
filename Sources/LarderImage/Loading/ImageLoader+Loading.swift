public import Larder
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ImageLoader {
    /// The picture at `url`, after `steps` were done to it.
    ///
    /// From memory it comes without a change of thread. Cancelling the calling task gives the
    /// picture up.
    ///
    /// - Throws: ``ImageLoadError``, or `CancellationError`.
    public nonisolated(nonsending) func image(
        at url: URL, steps: [ImageStep] = [], priority: LoadPriority = .normal
    ) async throws -> LoadedImage {
        try await image(for: ImageRequest(url, steps: steps, priority: priority))
    }

    /// The picture that was stored under `key`, after `steps` were done to it. Nothing is
    /// fetched.
    ///
    /// - Throws: ``ImageLoadError``, with the stage ``ImageLoadError/Stage/looking`` when nothing
    ///   is stored there, or `CancellationError`.
    public nonisolated(nonsending) func image(
        forKey key: String, steps: [ImageStep] = [], priority: LoadPriority = .normal
    ) async throws -> LoadedImage {
        try await image(for: ImageRequest(key: key, steps: steps, priority: priority))
    }

    /// The picture that `request` asks for.
    ///
    /// - Throws: ``ImageLoadError``, or `CancellationError`.
    public nonisolated(nonsending) func image(
        for request: ImageRequest
    ) async throws -> LoadedImage {
        if let image = cachedImage(for: request) { return image }
        return try await deck.image(order(request))
    }

    /// The picture at `url` as it becomes available: previews while its bytes arrive, if its
    /// format allows them, and in the end the picture.
    ///
    /// A picture in memory is the only element. A reader who is slow misses previews, never the
    /// picture. Loading starts at once; dropping the sequence gives the picture up.
    public func images(
        at url: URL, steps: [ImageStep] = [], priority: LoadPriority = .normal
    ) -> ImageUpdates {
        images(for: ImageRequest(url, steps: steps, priority: priority))
    }

    /// The picture that `request` asks for as it becomes available.
    public func images(for request: ImageRequest) -> ImageUpdates {
        guard let image = cachedImage(for: request) else {
            return ImageUpdates(deck.updates(order(request)))
        }
        return ImageUpdates(
            PictureDeck.Updates { updates in
                updates.yield(image)
                updates.finish()
            })
    }
}

extension ImageLoader {
    /// The picture at `url`, after `steps` were done to it, if it is in memory in just this form
    /// and may be used without asking anybody. Never waits.
    public func cachedImage(at url: URL, steps: [ImageStep] = []) -> LoadedImage? {
        cachedImage(under: PictureKey(PictureKey.Source(url), steps), by: .standard)
    }

    /// The picture that was stored under `key`, if it is in memory in just this form.
    public func cachedImage(forKey key: String, steps: [ImageStep] = []) -> LoadedImage? {
        cachedImage(under: PictureKey(PictureKey.Source(key: key), steps), by: .cacheOnly)
    }

    /// The picture that `request` asks for, if it is in memory in just this form and the
    /// request's policy allows its use.
    public func cachedImage(for request: ImageRequest) -> LoadedImage? {
        // One look at the source: each copies all that a request may hold.
        switch request.source {
        case .url(let source):
            guard source.isRepeatable else { return nil }
            let key = PictureKey(PictureKey.Source(source), request.steps)
            return cachedImage(under: key, by: source.cachePolicy)
        case .key(let key): return cachedImage(forKey: key, steps: request.steps)
        }
    }

    // Takes a key, since to make a whole request costs as much as to find the picture.
    private func cachedImage(under key: PictureKey, by policy: CachePolicy) -> LoadedImage? {
        guard let picture = memory.picture(for: key),
            picture.source.life.allowsUse(at: configuration.time.uptime(), by: policy)
        else { return nil }
        return LoadedImage(picture, from: .memory)
    }

    /// The picture at `url`, after `steps` were done to it, if memory or the cache has it;
    /// however old, since nothing is sent. `nil` when neither has it.
    ///
    /// - Throws: ``ImageLoadError`` when what is there cannot be read, or `CancellationError`.
    public func storedImage(
        at url: URL, steps: [ImageStep] = [], priority: LoadPriority = .normal
    ) async throws -> LoadedImage? {
        try await storedImage(
            for: ImageRequest(url, steps: steps, cachePolicy: .cacheOnly, priority: priority))
    }

    /// The picture that was stored under `key`; `nil` when there is none.
    ///
    /// - Throws: ``ImageLoadError`` when what is there cannot be read, or `CancellationError`.
    public func storedImage(
        forKey key: String, steps: [ImageStep] = [], priority: LoadPriority = .normal
    ) async throws -> LoadedImage? {
        try await storedImage(for: ImageRequest(key: key, steps: steps, priority: priority))
    }

    private func storedImage(for request: ImageRequest) async throws -> LoadedImage? {
        do { return try await image(for: request) } catch ImageLoadError.Stage.looking {
            return nil
        }
    }
}
