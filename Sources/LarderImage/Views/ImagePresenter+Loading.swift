extension ImagePresenter {
    /// Does what the slot decided, in order, also what it decides meanwhile.
    func perform(_ actions: [Slot.Action]) {
        guard !isPerforming else {
            pending += actions
            return
        }
        isPerforming = true
        defer { isPerforming = false }
        for action in actions { perform(action) }
        while !pending.isEmpty { perform(pending.removeFirst()) }
    }

    private func perform(_ action: Slot.Action) {
        switch action {
        case .show(let content, let isAnimated): display(ImageContent(content), isAnimated)
        case .start(let id, let request): start(id, request)
        case .cancel: endLoad()
        case .complete(let id, let outcome):
            if case .failed = outcome { waitForNetwork() }
            completions.removeValue(forKey: id)?(Outcome(outcome))
        }
    }

    private func start(_ id: Slot.LoadID, _ request: ImageRequest) {
        lookUpLikeness(of: request)
        let showsPreviews = options.showsPreviews
        load = Task { [weak self, loader] in
            do {
                guard showsPreviews else {
                    let image = try await loader.image(for: request)
                    self?.receive(.success(image), from: id)
                    return
                }
                for try await image in loader.images(for: request) {
                    if image.isPreview {
                        self?.receive(preview: image, from: id)
                    } else {
                        self?.receive(.success(image), from: id)
                    }
                }
            } catch {
                self?.receive(.failure(error), from: id)
            }
        }
    }

    private func receive(preview: LoadedImage, from id: Slot.LoadID) {
        perform(slot.receive(preview: preview, from: id))
    }

    /// An answer that is none to the load that runs finds its successor's task here, and must
    /// leave it alone.
    private func receive(_ result: Result<LoadedImage, any Error>, from id: Slot.LoadID) {
        if id == slot.loadID { endLoad() }
        perform(slot.receive(result, from: id))
    }

    /// Looks for a likeness in the cache while the picture loads, if nothing better is shown.
    private func lookUpLikeness(of request: ImageRequest) {
        guard options.showsLikeness, case .placeholder = slot.content, let id = slot.setID else {
            return
        }
        lookup = Task { [weak self, loader] in
            // Without memory for a likeness the placeholder does.
            guard let hash = await loader.thumbHash(for: request), !Task.isCancelled,
                let bitmap = try? hash.bitmap()
            else { return }
            self?.receive(likeness: bitmap, for: id)
        }
    }

    private func receive(likeness: Bitmap, for id: Slot.SetID) {
        perform(slot.receive(likeness: likeness, for: id))
    }

    private func endLoad() {
        load?.cancel()
        load = nil
        lookup?.cancel()
        lookup = nil
    }
}

extension ImagePresenter.Outcome {
    fileprivate init(_ outcome: ImagePresenter.Slot.Outcome) {
        self =
            switch outcome {
            case .shown(let image): .shown(image)
            case .failed(let error): .failed(error)
            case .overtaken: .overtaken
            case .cleared: .cleared
            }
    }
}
