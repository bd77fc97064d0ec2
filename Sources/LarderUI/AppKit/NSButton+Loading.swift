#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)

public import AppKit
import Larder
public import LarderImage

extension NSButton {
    private typealias Target = ImageTarget<NSButton, NSImage>

    private static let place = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
    private static let alternatePlace = UnsafeRawPointer(
        UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// Sets the button's picture from `url`, as `NSImageView` does. Compiled against stubs, not
    /// run on a device.
    public func setImage(
        at url: URL?, placeholder: NSImage? = nil, failure: NSImage? = nil,
        steps: [ImageStep] = [], options: ImagePresenter.Options = .init(),
        loader: ImageLoader = .shared, completion: ImagePresenter.Completion? = nil
    ) {
        target(loader, Self.place).set(
            url.map { ImageRequest($0, steps: steps, priority: .high) }, placeholder: placeholder,
            failure: failure, options: options, completion: completion
        ) { button, image, _ in button.image = image }
    }

    /// Sets the picture that the button shows while it is pressed.
    public func setAlternateImage(
        at url: URL?, placeholder: NSImage? = nil, failure: NSImage? = nil,
        steps: [ImageStep] = [], options: ImagePresenter.Options = .init(),
        loader: ImageLoader = .shared, completion: ImagePresenter.Completion? = nil
    ) {
        target(loader, Self.alternatePlace).set(
            url.map { ImageRequest($0, steps: steps, priority: .high) }, placeholder: placeholder,
            failure: failure, options: options, completion: completion
        ) { button, image, _ in button.alternateImage = image }
    }

    /// Gives up both pictures.
    public func cancelImages() {
        for place in [Self.place, Self.alternatePlace] {
            existingTarget(of: self, at: place, as: Target.self)?.cancel()
        }
    }

    private func target(_ loader: ImageLoader, _ place: UnsafeRawPointer) -> Target {
        associatedTarget(of: self, at: place, isUsable: { $0.loader === loader }) {
            ImageTarget(
                self, loader: loader, make: { NSImage($0) }, isOnScreen: { $0.window != nil })
        }
    }
}

#endif
