import Larder
import Synchronization

/// Loads pictures before a view asks for them: a window of requests that moves with a list.
///
/// ```swift
/// let prefetcher = ImagePrefetcher()
/// prefetcher.move(to: urls.map { ImageRequest($0) })      // most wanted first
/// prefetcher.stop()
/// ```
///
/// It works at `LoadPriority.low`, so whatever a view waits for goes first, and few at a time.
/// A view that asks for the same picture joins its load and makes it more urgent. What leaves
/// the window is cancelled, unless a view waits for it too. Failures are nobody's: the view that
/// asks later tries again. Any thread may use it; releasing it stops it.
public final class ImagePrefetcher: Sendable {
    /// How far pictures are brought.
    public enum Destination: Sendable, Hashable {
        /// Decoded, into memory: a view then shows them at once.
        case memory
        /// Into the loader's cache, as bytes: nothing is decoded. What is there and fresh costs
        /// a look-up.
        case disk
    }

    private struct State {
        var window: PrefetchWindow<ImageRequest>
        var tasks: [Int: Task<Void, Never>] = [:]
    }

    private let loader: ImageLoader
    private let destination: Destination
    private let state: Mutex<State>

    /// Makes a prefetcher with an empty window.
    ///
    /// - Parameters:
    ///   - loader: What loads them; the program's shared one by default.
    ///   - destination: How far they are brought; into memory by default.
    ///   - limit: How many pictures are on their way at once. Two by default, which leaves most of
    ///     a host's connections to views.
    public init(
        loader: ImageLoader = .shared, to destination: Destination = .memory, limit: Int = 2
    ) {
        self.loader = loader
        self.destination = destination
        state = Mutex(State(window: PrefetchWindow(limit: limit)))
    }

    deinit {
        stop()
    }
}

extension ImagePrefetcher {
    /// Makes `requests` the window, most wanted first. Their priority does not count.
    public func move(to requests: [ImageRequest]) {
        perform { $0.move(to: requests.map(\.prefetched)) }
    }

    /// Adds `requests` at the end of the window.
    public func start(_ requests: [ImageRequest]) {
        perform { $0.add(requests.map(\.prefetched)) }
    }

    /// Takes `requests` out of the window.
    public func stop(_ requests: [ImageRequest]) {
        perform { $0.remove(requests.map(\.prefetched)) }
    }

    /// Empties the window.
    public func stop() { move(to: []) }

    /// How many pictures are on their way; never more than the limit.
    public var loadCount: Int { state.withLock { $0.window.runningCount } }

    /// Waits until all of the window was loaded or has failed, and what left it has ended.
    public func idle() async {
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }
}

extension ImagePrefetcher {
    private func perform(
        _ step: (inout PrefetchWindow<ImageRequest>) -> PrefetchWindow<ImageRequest>.Change
    ) {
        let cancelled = state.withLock { state in
            let change = step(&state.window)
            // A task that ends at once waits for the lock, and so finds itself noted.
            for (request, id) in change.started { state.tasks[id] = load(request, id) }
            return change.cancelled.compactMap { state.tasks[$0] }
        }
        for task in cancelled { task.cancel() }
    }

    private func load(_ request: ImageRequest, _ id: Int) -> Task<Void, Never> {
        Task { [weak self, loader, destination] in
            // What a view needs and cannot get, it reports itself.
            try? await loader.prefetch(request, to: destination)
            self?.end(request, id)
        }
    }

    private func end(_ request: ImageRequest, _ id: Int) {
        perform { window in window.end(request, id) }
        state.withLock { $0.tasks[id] = nil }
    }
}

extension ImageLoader {
    fileprivate func prefetch(
        _ request: ImageRequest, to destination: ImagePrefetcher.Destination
    ) async throws {
        let keepsBytes = configuration.storage.keepsOriginal(hasSteps: !request.steps.isEmpty)
        guard destination == .disk, keepsBytes else {
            _ = try await image(for: request)
            return
        }
        guard let inner = request.request else { return }
        let response = try await loader.response(for: inner)
        guard !response.cacheStatus.isHit else { return }
        for try await _ in response.body {}
    }
}

extension ImageRequest {
    fileprivate var prefetched: ImageRequest {
        var request = self
        request.priority = .low
        return request
    }
}
