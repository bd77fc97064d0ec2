#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)

public import AppKit
import Larder
public import LarderImage

extension NSImageView {
    private static let place = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// Sets the picture at `url`; `nil` shows the placeholder.
    ///
    /// A picture in memory is there when the call returns. Whatever was set before is given up,
    /// so a row that is reused never shows another's picture. Compiled against stubs, not run on
    /// a device.
    ///
    /// - Parameters:
    ///   - placeholder: Shown until the picture is there.
    ///   - failure: Shown when the picture cannot be had; the placeholder by default.
    ///   - fadeTime: How long a picture takes to fade in. 0.2 s by default.
    ///   - completion: Called exactly once, on the main actor.
    public func setImage(
        at url: URL?, placeholder: NSImage? = nil, failure: NSImage? = nil,
        steps: [ImageStep] = [], options: ImagePresenter.Options = .init(),
        fadeTime: Duration = .milliseconds(200), loader: ImageLoader = .shared,
        completion: ImagePresenter.Completion? = nil
    ) {
        setImage(
            for: url.map { ImageRequest($0, steps: steps, priority: .high) },
            placeholder: placeholder, failure: failure, options: options, fadeTime: fadeTime,
            loader: loader, completion: completion)
    }

    /// Sets the picture that `request` asks for: one stored under a key, for instance.
    public func setImage(
        for request: ImageRequest?, placeholder: NSImage? = nil, failure: NSImage? = nil,
        options: ImagePresenter.Options = .init(), fadeTime: Duration = .milliseconds(200),
        loader: ImageLoader = .shared, completion: ImagePresenter.Completion? = nil
    ) {
        var options = options
        options.animates = options.animates && fadeTime > .zero
        target(loader).set(
            request, placeholder: placeholder, failure: failure, options: options,
            completion: completion
        ) { view, image, isAnimated in
            view.image = image
            guard isAnimated else { return }
            view.alphaValue = 0
            NSAnimationContext.runAnimationGroup { context in
                context.duration = fadeTime / .seconds(1)
                view.animator().alphaValue = 1
            }
        }
    }

    /// Gives up what was set and shows nothing. Call it in a row's `prepareForReuse`.
    public func cancelImage() {
        existingTarget(of: self, at: Self.place, as: ImageTarget<NSImageView, NSImage>.self)?
            .cancel()
    }

    private func target(_ loader: ImageLoader) -> ImageTarget<NSImageView, NSImage> {
        associatedTarget(of: self, at: Self.place, isUsable: { $0.loader === loader }) {
            ImageTarget(
                self, loader: loader, make: { NSImage($0) }, isOnScreen: { $0.window != nil })
        }
    }
}

#endif
