#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)

public import Foundation
import Larder
public import LarderImage
public import UIKit

extension UIImageView {
    private static let place = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// Sets the picture at `url`; `nil` shows the placeholder.
    ///
    /// A picture in memory is there when the call returns. Whatever was set before is given up,
    /// so a cell that is reused never shows another's picture. Compiled against stubs, not run on
    /// a device.
    ///
    /// - Parameters:
    ///   - placeholder: Shown until the picture is there.
    ///   - failure: Shown when the picture cannot be had; the placeholder by default.
    ///   - steps: What is done to the picture, such as `.fit(width:height:)` in pixels.
    ///   - transition: How the picture takes the placeholder's place: a fade by default.
    ///   - completion: Called exactly once, on the main actor.
    public func setImage(
        at url: URL?, placeholder: UIImage? = nil, failure: UIImage? = nil,
        steps: [ImageStep] = [], options: ImagePresenter.Options = .init(),
        transition: UIView.AnimationOptions? = .transitionCrossDissolve,
        loader: ImageLoader = .shared, completion: ImagePresenter.Completion? = nil
    ) {
        setImage(
            for: url.map { ImageRequest($0, steps: steps, priority: .high) },
            placeholder: placeholder, failure: failure, options: options, transition: transition,
            loader: loader, completion: completion)
    }

    /// Sets the picture that `request` asks for: one stored under a key, for instance.
    public func setImage(
        for request: ImageRequest?, placeholder: UIImage? = nil, failure: UIImage? = nil,
        options: ImagePresenter.Options = .init(),
        transition: UIView.AnimationOptions? = .transitionCrossDissolve,
        loader: ImageLoader = .shared, completion: ImagePresenter.Completion? = nil
    ) {
        var options = options
        options.animates = options.animates && transition != nil
        target(loader).set(
            request, placeholder: placeholder, failure: failure, options: options,
            completion: completion
        ) { view, image, isAnimated in
            guard isAnimated, let transition else {
                view.image = image
                return
            }
            UIView.transition(
                with: view, duration: 0.2, options: transition,
                animations: { view.image = image }, completion: nil)
        }
    }

    /// Gives up what was set and shows nothing. Call it in a cell's `prepareForReuse`.
    public func cancelImage() {
        existingTarget(of: self, at: Self.place, as: ImageTarget<UIImageView, UIImage>.self)?
            .cancel()
    }

    private func target(_ loader: ImageLoader) -> ImageTarget<UIImageView, UIImage> {
        associatedTarget(of: self, at: Self.place, isUsable: { $0.loader === loader }) {
            ImageTarget(
                self, loader: loader, make: { UIImage($0) }, isOnScreen: { $0.window != nil })
        }
    }
}

#endif
