#if canImport(SwiftUI)

import Foundation
import LarderImage
import Observation

/// What a ``RemoteImage`` observes: the presenter's content, and the frame of a picture that
/// moves.
@MainActor
@Observable
final class RemoteImageModel {
    private(set) var content = ImageContent.empty
    private(set) var frame: Bitmap?
    private(set) var error: (any Error)?
    private(set) var isAnimated = false

    @ObservationIgnored private var presenter: ImagePresenter?
    @ObservationIgnored private var playing: Task<Void, Never>?

    deinit {
        playing?.cancel()
    }
}

extension RemoteImageModel {
    /// What to draw for `request`, also before it was taken up: what is in memory is there in
    /// the first frame. Changes nothing, so that a body may ask.
    func content(of request: ImageRequest?, _ loader: ImageLoader) -> ImageContent {
        if isSet(request, loader) { return content }
        return request.flatMap { loader.cachedImage(for: $0) }.map { .picture($0) } ?? .empty
    }

    /// Takes up `request`.
    func set(_ request: ImageRequest?, _ loader: ImageLoader, _ options: ImagePresenter.Options) {
        guard !isSet(request, loader) else { return }
        let presenter = presenter(loader)
        error = nil
        presenter.set(request, options: options) { [weak self] outcome in
            if case .failed(let error) = outcome { self?.error = error }
        }
    }

    func appear() {
        presenter?.appear()
        play()
    }

    func disappear() {
        presenter?.disappear()
        playing?.cancel()
        playing = nil
    }

    private func isSet(_ request: ImageRequest?, _ loader: ImageLoader) -> Bool {
        presenter.map { $0.loader === loader && $0.request == request } ?? false
    }

    private func presenter(_ loader: ImageLoader) -> ImagePresenter {
        if let presenter, presenter.loader === loader { return presenter }
        let made = ImagePresenter(loader: loader, isVisible: presenter?.isVisible ?? false) {
            [weak self] content, isAnimated in
            self?.show(content, isAnimated)
        }
        presenter = made
        return made
    }

    private func show(_ content: ImageContent, _ isAnimated: Bool) {
        self.content = content
        self.isAnimated = isAnimated
        frame = nil
        playing?.cancel()
        playing = nil
        play()
    }

    private func play() {
        guard playing == nil, let presenter, presenter.isVisible,
            let animation = content.animation
        else { return }
        playing = AnimationPlayer(animation, loader: presenter.loader).play(
            while: { [weak self] in self == nil ? nil : true },
            show: { [weak self] in self?.frame = $0 })
    }
}

#endif
