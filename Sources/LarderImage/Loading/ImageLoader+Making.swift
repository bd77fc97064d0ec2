import Larder

// What a flight does: look for another form in memory, else share or make the decoded picture,
// process it, keep it.

extension ImageLoader {
    /// What the deck is asked for. Without `keeps` the outcome is for another flight only.
    func order(_ request: ImageRequest, keeps: Bool = true) -> PictureDeck.Order {
        PictureDeck.Order(
            key: PictureDeck.Key(
                picture: PictureKey(request), policy: request.policy,
                serial: request.isRepeatable ? 0 : .random(in: 1 ... .max)),
            priority: request.priority,
            keeps: keeps && request.isRepeatable && request.policy.keeps,
            run: { flight in await self.make(request, flight) },
            raise: { priority in self.raise(request, to: priority) })
    }

    private func raise(_ request: ImageRequest, to priority: LoadPriority) {
        guard let request = request.request else { return }
        loader.raise(request, to: priority)
    }

    private func make(_ request: ImageRequest, _ flight: PictureDeck.Flight) async {
        do {
            let key = PictureKey(request)
            let mark = memory.mark(of: storageKey(request))
            let made = try await form(request, key, flight)
            if flight.keeps { memory.keep(made.image.picture, for: key, since: mark) }
            flight.finish(.success(made.image))
            await keepHash(made, request, since: mark)
            await keepVariant(made, request, since: mark)
        } catch let error as ImageLoadError {
            flight.finish(.failure(error.about(request)))
        } catch {
            flight.finish(.failure(error))
        }
    }

    private func form(
        _ request: ImageRequest, _ key: PictureKey, _ flight: PictureDeck.Flight
    ) async throws -> MadePicture {
        if request.isRepeatable, let (picture, steps) = usableShortcut(to: key, request.policy) {
            let image = LoadedImage(picture, from: .memory)
            return MadePicture(image: try await process(image, steps, request, flight))
        }
        let plan = DecodePlan(request.steps)
        let isKnown = memory.picture(for: key) != nil
        guard !plan.rest.isEmpty, !isKnown, !configuration.storage.keepsVariants,
            request.isRepeatable
        else { return try await load(request, plan, flight) }
        return MadePicture(image: try await derive(request, plan, flight))
    }

    private func usableShortcut(
        to key: PictureKey, _ policy: CachePolicy
    ) -> (DecodedPicture, [ImageStep])? {
        guard let (picture, steps) = memory.shortcut(to: key),
            picture.source.life.allowsUse(at: configuration.time.uptime(), by: policy)
        else { return nil }
        return (picture, steps)
    }

    /// Makes the picture of the one that the decoder gives, which other variants may share.
    private func derive(
        _ request: ImageRequest, _ plan: DecodePlan, _ flight: PictureDeck.Flight
    ) async throws -> LoadedImage {
        let base = ImageRequest(request.source, steps: plan.base)
        let isShared = memory.hasSibling(of: PictureKey(request), sharing: plan.base)
        let order = order(base, keeps: isShared)
        return try await flight.raising({ self.deck.raise(order.key, to: $0) }) { priority in
            var order = order
            order.priority = priority
            return try await process(order, plan.rest, request, flight)
        }
    }

    /// Does `steps` to what `order` brings, its previews included where they are wanted.
    private func process(
        _ order: PictureDeck.Order, _ steps: [ImageStep], _ request: ImageRequest,
        _ flight: PictureDeck.Flight
    ) async throws -> LoadedImage {
        guard flight.wantsPreviews else {
            return try await process(try await deck.image(order), steps, request, flight)
        }
        var whole: LoadedImage?
        for try await image in deck.updates(order) {
            let made = try await process(image, steps, request, flight)
            if image.isPreview { flight.show(made) } else { whole = made }
        }
        // Without an error the stream ends early only when this task was cancelled.
        guard let whole else { throw CancellationError() }
        return whole
    }

    /// Does `steps` to a picture, on a thread for decoding.
    private func process(
        _ image: LoadedImage, _ steps: [ImageStep], _ request: ImageRequest,
        _ flight: PictureDeck.Flight
    ) async throws -> LoadedImage {
        guard !steps.isEmpty else { return image }
        let picture = try await onPool(flight) { flag in
            do {
                return try self.process(image.picture, steps, flag)
            } catch let error where !(error is CancellationError) {
                throw ImageLoadError(.processing, request, cause: error)
            }
        }
        return LoadedImage(picture, from: image.place, isPreview: image.isPreview)
    }

    /// Runs `work` for a flight, as urgent as that is or becomes while the work waits.
    func onPool<Value: Sendable>(
        _ flight: PictureDeck.Flight, _ work: @escaping @Sendable (CancelFlag) throws -> Value
    ) async throws -> Value {
        let turn = WorkerPool.Turn()
        return try await flight.raising({ self.pool.raise(turn, to: $0) }) { priority in
            try await onPool(priority, turn, work)
        }
    }

    /// Runs `work` on a thread of our own; its flag is set when the calling task is cancelled.
    func onPool<Value: Sendable>(
        _ priority: LoadPriority, _ turn: WorkerPool.Turn = WorkerPool.Turn(),
        _ work: @escaping @Sendable (CancelFlag) throws -> Value
    ) async throws -> Value {
        let flag = CancelFlag()
        return try await withTaskCancellationHandler {
            try await pool.run(priority: priority, turn: turn) { try work(flag) }
        } onCancel: {
            flag.set()
        }
    }
}
