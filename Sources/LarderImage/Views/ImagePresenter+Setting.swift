extension ImagePresenter {
    /// What the view is to show; `nil` when nothing is set.
    public var request: ImageRequest? { slot.request }

    /// What the view shows.
    public var content: ImageContent { ImageContent(slot.content) }

    /// Whether a load runs.
    public var isLoading: Bool { load != nil }

    /// Sets what the view is to show.
    ///
    /// A picture in memory is shown before the call returns, without a placeholder and without a
    /// transition. Setting the request that is set already goes on with its load and lets what
    /// is shown stay; after a failure it tries again.
    ///
    /// - Parameters:
    ///   - request: What to load; `nil` shows the placeholder.
    ///   - options: How to go about it.
    ///   - completion: Called exactly once: when the picture is shown, which may be before this
    ///     method returns, when the load has failed, or when something else was set.
    public func set(
        _ request: ImageRequest?, options: Options = Options(), completion: Completion? = nil
    ) {
        self.options = options
        let cached = request.flatMap { loader.cachedImage(for: $0) }
        let likeness = cached == nil ? request.flatMap(likenessInMemory) : nil
        let (id, actions) = slot.set(
            request, cached: cached, likeness: likeness,
            options: Slot.Options(
                animates: options.animates, retriesWhenConnected: options.retriesWhenConnected))
        if let completion { completions[id] = completion }
        perform(actions)
    }

    /// Forgets the request and shows nothing, as when a row is taken for another use.
    public func reuse() { perform(slot.reuse()) }

    /// The view has become visible. What was set and is not shown yet is loaded.
    public func appear() {
        guard !slot.isVisible else { return }
        perform(slot.appear(cached: slot.request.flatMap { loader.cachedImage(for: $0) }))
    }

    /// The view is visible no more. Its load is cancelled; what it shows stays.
    public func disappear() { perform(slot.disappear()) }

    /// Whether the view is taken to be visible.
    public var isVisible: Bool { slot.isVisible }
}

extension ImagePresenter {
    private func likenessInMemory(of request: ImageRequest) -> Bitmap? {
        guard options.showsLikeness, let hash = loader.cachedThumbHash(for: request) else {
            return nil
        }
        // Without memory for a likeness the placeholder does.
        return try? hash.bitmap()
    }
}
