#if canImport(ObjectiveC) && (canImport(UIKit) || canImport(AppKit))

import Foundation
import Larder
import LarderImage
import ObjectiveC

/// What stands between one place in a view, such as a button's background, and its presenter.
///
/// It is kept by the view as an associated object, so it lives as long as the view does.
@MainActor
final class ImageTarget<View: AnyObject, Picture> {
    /// Puts a picture into its place.
    typealias Apply = @MainActor (View, Picture?, _ isAnimated: Bool) -> Void
    /// Makes the platform's picture of a bitmap.
    typealias Make = @MainActor (Bitmap) -> Picture?

    private weak var view: View?
    private var apply: Apply?
    private let make: Make
    private let isOnScreen: @MainActor (View) -> Bool
    private var presenter: ImagePresenter?
    private var placeholder: Picture?
    private var failure: Picture?
    private var playing: Task<Void, Never>?

    init(
        _ view: View, loader: ImageLoader, make: @escaping Make,
        isOnScreen: @escaping @MainActor (View) -> Bool
    ) {
        self.view = view
        self.make = make
        self.isOnScreen = isOnScreen
        presenter = ImagePresenter(loader: loader) { [weak self] content, isAnimated in
            self?.show(content, isAnimated)
        }
    }

    deinit {
        playing?.cancel()
    }
}

extension ImageTarget {
    var loader: ImageLoader? { presenter?.loader }

    func set(
        _ request: ImageRequest?, placeholder: Picture?, failure: Picture?,
        options: ImagePresenter.Options, completion: ImagePresenter.Completion?,
        apply: @escaping Apply
    ) {
        self.apply = apply
        self.placeholder = placeholder
        self.failure = failure
        presenter?.set(request, options: options, completion: completion)
    }

    /// Forgets the request; the place is emptied.
    func cancel() { presenter?.reuse() }

    private func show(_ content: ImageContent, _ isAnimated: Bool) {
        playing?.cancel()
        playing = nil
        guard let view else { return }
        apply?(view, picture(of: content), isAnimated)
        if let animation = content.animation, let loader { play(animation, loader) }
    }

    private func picture(of content: ImageContent) -> Picture? {
        if let bitmap = content.bitmap { return make(bitmap) }
        switch content {
        case .placeholder: return placeholder
        case .failure: return failure ?? placeholder
        case .empty, .likeness, .preview, .picture: return nil
        }
    }

    private func play(_ animation: AnimatedImage, _ loader: ImageLoader) {
        let player = AnimationPlayer(animation, loader: loader)
        playing = player.play(
            while: { [weak self] in self?.view.map { self?.isOnScreen($0) ?? false } },
            show: { [weak self] frame in
                guard let self, let view else { return }
                apply?(view, make(frame), false)
            })
    }
}

extension AnimationPlayer {
    /// Plays until the task is cancelled, the animation is over or `isSeen` returns `nil`; while
    /// it returns `false` the animation pauses.
    func play(
        while isSeen: @escaping @MainActor () -> Bool?,
        show: @escaping @MainActor (Bitmap) -> Void
    ) -> Task<Void, Never> {
        Task {
            let clock = ContinuousClock()
            let start = clock.now
            while let seen = isSeen(), !isOver, !Task.isCancelled {
                if !seen {
                    pause()
                } else if let frame = frame(at: start.duration(to: clock.now)) {
                    show(frame)
                }
                // A view says nothing when it comes back to the screen.
                try? await clock.sleep(for: seen ? .milliseconds(16) : .milliseconds(250))
            }
            pause()
        }
    }
}

/// The target of one place of a view, made when it is first wanted.
///
/// - Parameter place: The address that names the place; each place of a view has one of its own.
@MainActor
func associatedTarget<Target: AnyObject>(
    of view: AnyObject, at place: UnsafeRawPointer, isUsable: (Target) -> Bool,
    make: () -> Target
) -> Target {
    if let target = existingTarget(of: view, at: place, as: Target.self), isUsable(target) {
        return target
    }
    let target = make()
    objc_setAssociatedObject(view, place, target, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    return target
}

/// The target of one place of a view, if there is one.
@MainActor
func existingTarget<Target: AnyObject>(
    of view: AnyObject, at place: UnsafeRawPointer, as type: Target.Type
) -> Target? {
    objc_getAssociatedObject(view, place) as? Target
}

#endif
