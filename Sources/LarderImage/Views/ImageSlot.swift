/// What one view shows and loads, decided without a toolkit.
///
/// Everything that can go wrong in a list that scrolls is decided here: the reused row that
/// shows another row's picture, the placeholder that flashes although the picture is in memory,
/// the load that nobody cancels, the completion that is called twice or never. Each method takes
/// one event and returns what is to be done, in order. Nothing is called out to and no clock is
/// read, so the slot can be tested call by call.
///
/// What holds after every call:
/// - What is shown belongs to the request that was set last.
/// - At most one load runs, and only while the view is visible.
/// - An answer counts only if it answers the load that runs.
/// - Each `set` is completed exactly once: by its picture, its failure, or the next `set`.
struct ImageSlot<Request: Equatable, Picture, Likeness> {
    /// Names one call of `set`.
    typealias SetID = Int
    /// Names one load.
    typealias LoadID = Int

    private(set) var isVisible: Bool
    private(set) var request: Request?
    private(set) var content = Content.empty

    private var options = Options()
    private var lastID = 0
    private(set) var setID: SetID?
    private(set) var loadID: LoadID?
    private var isFailed = false

    init(isVisible: Bool = true) {
        self.isVisible = isVisible
    }
}

extension ImageSlot {
    /// What a view shows.
    enum Content {
        /// Nothing.
        case empty
        /// The caller's placeholder.
        case placeholder
        /// A blurred likeness of the picture that is on its way.
        case likeness(Likeness)
        /// The picture as far as it has come.
        case preview(Picture)
        /// The picture.
        case picture(Picture)
        /// The caller's picture for a failure.
        case failure
    }

    /// What the caller may choose with each request.
    struct Options: Equatable {
        /// Whether a picture that takes the place of a placeholder does so with a transition.
        var animates = true
        /// Whether a failed load starts again when the network is back.
        var retriesWhenConnected = false
    }

    /// How a `set` ended.
    enum Outcome {
        /// The picture is shown.
        case shown(Picture)
        /// The load failed.
        case failed(any Error)
        /// Another request, or none, was set before the picture had come.
        case overtaken
        /// There was nothing to load.
        case cleared
    }

    /// What is to be done.
    enum Action {
        case show(Content, animated: Bool)
        case start(LoadID, Request)
        case cancel(LoadID)
        case complete(SetID, Outcome)
    }
}

extension ImageSlot {
    /// Sets what the view is to show.
    ///
    /// Setting the request that is set already goes on with its load and lets what is shown
    /// stay, so a list that reloads does not flash; after a failure it tries again.
    ///
    /// - Parameters:
    ///   - request: What to load; `nil` shows the placeholder and loads nothing.
    ///   - cached: The picture, if it is in memory. It is shown at once.
    ///   - likeness: A blurred likeness of the picture, if one is in memory.
    /// - Returns: The name by which the call will be completed, and what is to be done.
    mutating func set(
        _ request: Request?, cached: Picture? = nil, likeness: Likeness? = nil,
        options: Options = Options()
    ) -> (SetID, [Action]) {
        let isSame = request != nil && request == self.request && !isFailed
        let overtaken = complete(.overtaken)
        let id = nextID()
        setID = id
        self.request = request
        self.options = options
        isFailed = false
        var actions: [Action]
        if let cached {
            actions = stopLoad() + finish(with: cached, animated: false)
        } else if request == nil {
            actions = stopLoad() + show(.placeholder) + complete(.cleared)
        } else if isSame {
            actions = resume()
        } else {
            actions = stopLoad() + show(likeness.map { .likeness($0) } ?? .placeholder) + start()
        }
        actions += overtaken
        return (id, actions)
    }

    /// Forgets the request and shows nothing, as when a row is taken for another use.
    mutating func reuse() -> [Action] {
        let overtaken = complete(.overtaken)
        request = nil
        isFailed = false
        return stopLoad() + show(.empty) + overtaken
    }

    /// The view has become visible. `cached` is the request's picture, if it is in memory.
    mutating func appear(cached: Picture? = nil) -> [Action] {
        guard !isVisible else { return [] }
        isVisible = true
        guard !isFailed, !showsWhole else { return [] }
        if let cached, request != nil { return finish(with: cached, animated: false) }
        return start()
    }

    /// The view is visible no more. Its load is cancelled; what it shows stays.
    mutating func disappear() -> [Action] {
        isVisible = false
        return stopLoad()
    }

    /// The network is back.
    mutating func reconnect() -> [Action] {
        guard isFailed, options.retriesWhenConnected else { return [] }
        isFailed = false
        return start()
    }
}

extension ImageSlot {
    /// A likeness was found after `set` returned `id`. It is shown if nothing better is.
    mutating func receive(likeness: Likeness, for id: SetID) -> [Action] {
        guard id == setID, case .placeholder = content else { return [] }
        return show(.likeness(likeness))
    }

    /// The picture as far as it has come.
    mutating func receive(preview: Picture, from id: LoadID) -> [Action] {
        guard id == loadID else { return [] }
        return show(.preview(preview), animated: options.animates && !showsPicture)
    }

    /// A load has ended.
    mutating func receive(_ result: Result<Picture, any Error>, from id: LoadID) -> [Action] {
        guard id == loadID else { return [] }
        loadID = nil
        switch result {
        case .success(let picture):
            return finish(with: picture, animated: options.animates && !showsPicture)
        case .failure(let error):
            isFailed = true
            return show(.failure) + complete(.failed(error))
        }
    }
}

extension ImageSlot {
    private var showsWhole: Bool {
        if case .picture = content { true } else { false }
    }

    private var showsPicture: Bool {
        switch content {
        case .picture, .preview: true
        case .empty, .placeholder, .likeness, .failure: false
        }
    }

    private mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private mutating func show(_ content: Content, animated: Bool = false) -> [Action] {
        self.content = content
        return [.show(content, animated: animated)]
    }

    private mutating func start() -> [Action] {
        guard isVisible, let request else { return [] }
        let id = nextID()
        loadID = id
        return [.start(id, request)]
    }

    private mutating func stopLoad() -> [Action] {
        guard let id = loadID else { return [] }
        loadID = nil
        return [.cancel(id)]
    }

    private mutating func complete(_ outcome: Outcome) -> [Action] {
        guard let id = setID else { return [] }
        setID = nil
        return [.complete(id, outcome)]
    }

    private mutating func finish(with picture: Picture, animated: Bool) -> [Action] {
        show(.picture(picture), animated: animated) + complete(.shown(picture))
    }

    /// Goes on for the request that was set before, under the name of the new call.
    private mutating func resume() -> [Action] {
        switch content {
        case .picture(let picture): return complete(.shown(picture))
        case .placeholder: return show(.placeholder) + (loadID == nil ? start() : [])
        case .empty, .likeness, .preview, .failure: return loadID == nil ? start() : []
        }
    }
}
