import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ImageLoader {
    /// Fetches the bytes and decodes them, unless memory or a variant on disk has the outcome.
    func load(
        _ request: ImageRequest, _ plan: DecodePlan, _ flight: PictureDeck.Flight
    ) async throws -> MadePicture {
        if let image = try await liveVariant(request, flight) { return MadePicture(image: image) }
        let fetched = try await fetch(request, flight)
        if request.isRepeatable, let known = memory.picture(for: PictureKey(request)),
            known.source.content == fetched.source.content
        {
            let picture = known.confirmed(
                fetched.source, animationBudget: configuration.animationBudget)
            return MadePicture(image: LoadedImage(picture, from: fetched.place))
        }
        if let image = try await variant(of: fetched, request, flight) {
            return MadePicture(image: image)
        }
        let (picture, hash) = try await decode(
            fetched, plan, request, flight, wantsHash: wantsHash(of: fetched, plan, request))
        return MadePicture(
            image: LoadedImage(picture, from: fetched.place), fetched: fetched, hash: hash)
    }

    private func fetch(
        _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> FetchedPicture {
        switch request.source {
        case .key(let key): return try await read(key, request)
        case .url(var inner):
            let keepsBytes = configuration.storage.keepsOriginal(hasSteps: !request.steps.isEmpty)
            if !keepsBytes, inner.cachePolicy != .cacheOnly { inner.cachePolicy = .noStore }
            return try await fetch(inner, request, flight)
        }
    }

    private func fetch(
        _ inner: Request, _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> FetchedPicture {
        let response = try await response(to: inner, request, flight)
        let head = LoadError.ResponseHead(status: response.status, fields: response.fields)
        do {
            guard response.isSuccess else {
                throw LoadError(
                    .status, "The answer has status \(response.status).", url: response.url,
                    response: head)
            }
            let bytes = try await collect(response, request, flight)
            let control = CacheControl(response.fields)
            let life = PictureLife(
                now: configuration.time.uptime(),
                held: response.kept.timeHeld(at: configuration.time.now()),
                timeToLive: control.noCache ? nil : timeToLive(of: response))
            let source = PictureSource(
                storageKey: storageKey(request), content: ContentTag(bytes), life: life,
                mayKeep: request.policy.keeps && !control.noStore)
            return FetchedPicture(
                bytes: bytes, source: source,
                place: response.cacheStatus.isHit ? .cache : .origin, head: head,
                isShareable: response.kept.mayBeShared(answering: inner.fields))
        } catch let error as LoadError {
            throw ImageLoadError(.fetching, request, response: head, cause: error)
        }
    }

    private func response(
        to inner: Request, _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> Response {
        do {
            return try await loader.response(for: inner) { flight.priority }
        } catch let error as LoadError {
            let stage = error.code == .notCached ? ImageLoadError.Stage.looking : .fetching
            throw ImageLoadError(stage, request, response: error.response, cause: error)
        }
    }

    /// How much longer a response is fresh; `nil` when that is not known.
    private func timeToLive(of response: Response) -> Duration? {
        if let time = response.cacheStatus.timeToLive { return time }
        guard case .fresh(let time) = response.kept.freshness(at: configuration.time.now()) else {
            return nil
        }
        return time
    }

    /// What is stored under a key of the caller's own. It is as good as it will ever be.
    private func read(_ key: String, _ request: ImageRequest) async throws -> FetchedPicture {
        let entry: Entry?
        do { entry = try await loader.cache.entry(forKey: key) } catch {
            throw ImageLoadError(.looking, request, cause: error)
        }
        guard let entry, !entry.attributes.isFailure else {
            let cause = LoadError(.notCached, "No picture is stored under the key “\(key)”.")
            throw ImageLoadError(.looking, request, cause: cause)
        }
        let now = configuration.time.uptime()
        let life: PictureLife =
            entry.attributes.isResponse
            ? PictureLife(now: now, held: nil, timeToLive: nil)
            : .own(from: now, until: entry.attributes.expiresAt.map(uptime))
        let source = PictureSource(
            storageKey: key, content: ContentTag(entry.payload), life: life, mayKeep: true)
        return FetchedPicture(
            bytes: entry.payload, source: source, place: .cache, head: nil,
            isShareable: entry.attributes.isShareable)
    }
}

extension Response {
    /// The head as HTTP's rules for what is kept see it.
    fileprivate var kept: StoredResponse {
        StoredResponse(
            status: status, fields: fields, requestedAt: requestedAt, receivedAt: receivedAt)
    }
}

extension EntryAttributes {
    /// Whether the entry is an origin's answer, and not something that the program stored.
    fileprivate var isResponse: Bool { metadata["http.status"] != nil }

    /// Whether the entry is an answer with an error status, whose body is no picture.
    fileprivate var isFailure: Bool {
        guard let status = metadata["http.status"] else { return false }
        return Int(status).map { !(200..<300).contains($0) } ?? true
    }
}
