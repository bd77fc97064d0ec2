/// Loads what one view shows, for any toolkit.
///
/// A view hands it the request and is told what to show; the rest is the presenter's: the
/// picture in memory that is shown at once, the placeholder that does not flash, the answer that
/// comes too late, the load that nobody needs any more.
///
/// ```swift
/// let presenter = await ImagePresenter { content, isAnimated in
///     // draw content.bitmap, or the placeholder
/// }
/// await presenter.set(ImageRequest(url))
/// ```
///
/// What is shown always belongs to the request that was set last. At most one load runs, and
/// only while the view is visible. Each completion is called exactly once, on the main actor.
///
/// It is not a view and keeps no placeholder: what to show in the place of a picture is the
/// view's to know. Releasing it cancels its load.
@MainActor
public final class ImagePresenter {
    /// Told what the view shows from now on, and whether it may come by a transition.
    public typealias Display = @MainActor (_ content: ImageContent, _ isAnimated: Bool) -> Void
    /// Told how a call of ``set(_:options:completion:)`` ended.
    public typealias Completion = @MainActor (Outcome) -> Void

    typealias Slot = ImageSlot<ImageRequest, LoadedImage, Bitmap>

    /// The loader that pictures come from.
    public let loader: ImageLoader

    let display: Display
    var slot: Slot
    var options = Options()
    var load: Task<Void, Never>?
    var lookup: Task<Void, Never>?
    var completions: [Slot.SetID: Completion] = [:]
    /// What is still to be done, in order. A view may set its next request while it is told
    /// about the last one.
    var pending: [Slot.Action] = []
    var isPerforming = false

    /// Makes a presenter that shows nothing.
    ///
    /// - Parameters:
    ///   - loader: Where pictures come from; the program's shared one by default.
    ///   - isVisible: Whether the view is on screen. One that is not loads nothing until
    ///     ``appear()``.
    ///   - display: Told what to show. It should hold its view weakly.
    public init(
        loader: ImageLoader = .shared, isVisible: Bool = true, display: @escaping Display
    ) {
        self.loader = loader
        self.display = display
        slot = Slot(isVisible: isVisible)
    }

    deinit {
        load?.cancel()
        lookup?.cancel()
        guard !completions.isEmpty else { return }
        // A release can come from any thread, and a completion is owed on the main actor. Nothing
        // could cancel the task: it only calls.
        let completions = Array(completions.values)
        Task { @MainActor in
            for completion in completions { completion(.overtaken) }
        }
    }
}

extension ImagePresenter {
    /// How the presenter goes about one request.
    public struct Options: Sendable, Hashable {
        /// Whether a picture that takes the place of a placeholder may do so by a transition.
        /// `true` by default. A picture in memory never does.
        public var animates = true
        /// Whether a likeness is shown while the picture loads, if one is known. `true` by
        /// default.
        public var showsLikeness = true
        /// Whether the picture is shown while its bytes arrive, if its format allows it. `true`
        /// by default.
        public var showsPreviews = true
        /// Whether a failed load starts again when the network is back. `false` by default.
        public var retriesWhenConnected = false

        /// Makes options of the defaults.
        public init() {}
    }

    /// How a call of ``ImagePresenter/set(_:options:completion:)`` ended.
    public enum Outcome: Sendable {
        /// The picture is shown.
        case shown(LoadedImage)
        /// The load failed, mostly with an ``ImageLoadError``.
        case failed(any Error)
        /// Another request, or none, was set before the picture had come, or the view is gone.
        case overtaken
        /// There was nothing to load.
        case cleared
    }
}
