#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)

public import Foundation
import Larder
public import LarderImage
public import UIKit

extension UIButton {
    private typealias Target = ImageTarget<UIButton, UIImage>

    /// Names a place of a button: its picture or its background in one state.
    private struct Place: Hashable {
        let state: UInt
        let isBackground: Bool
    }

    private static var places: [Place: UnsafeRawPointer] = [:]

    /// Sets the button's picture in `state` from `url`, as `UIImageView` does. Compiled against
    /// stubs, not run on a device.
    public func setImage(
        at url: URL?, for state: UIControl.State, placeholder: UIImage? = nil,
        failure: UIImage? = nil, steps: [ImageStep] = [],
        options: ImagePresenter.Options = .init(), loader: ImageLoader = .shared,
        completion: ImagePresenter.Completion? = nil
    ) {
        target(loader, Place(state: state.rawValue, isBackground: false)).set(
            url.map { ImageRequest($0, steps: steps, priority: .high) }, placeholder: placeholder,
            failure: failure, options: options, completion: completion
        ) { button, image, _ in button.setImage(image, for: state) }
    }

    /// Sets the button's background in `state` from `url`.
    public func setBackgroundImage(
        at url: URL?, for state: UIControl.State, placeholder: UIImage? = nil,
        failure: UIImage? = nil, steps: [ImageStep] = [],
        options: ImagePresenter.Options = .init(), loader: ImageLoader = .shared,
        completion: ImagePresenter.Completion? = nil
    ) {
        target(loader, Place(state: state.rawValue, isBackground: true)).set(
            url.map { ImageRequest($0, steps: steps, priority: .high) }, placeholder: placeholder,
            failure: failure, options: options, completion: completion
        ) { button, image, _ in button.setBackgroundImage(image, for: state) }
    }

    /// Gives up the picture that was set for `state`.
    public func cancelImage(for state: UIControl.State) {
        cancel(Place(state: state.rawValue, isBackground: false))
    }

    /// Gives up the background that was set for `state`.
    public func cancelBackgroundImage(for state: UIControl.State) {
        cancel(Place(state: state.rawValue, isBackground: true))
    }

    private func cancel(_ place: Place) {
        existingTarget(of: self, at: Self.address(of: place), as: Target.self)?.cancel()
    }

    private func target(_ loader: ImageLoader, _ place: Place) -> Target {
        associatedTarget(
            of: self, at: Self.address(of: place), isUsable: { $0.loader === loader }
        ) {
            ImageTarget(
                self, loader: loader, make: { UIImage($0) }, isOnScreen: { $0.window != nil })
        }
    }

    private static func address(of place: Place) -> UnsafeRawPointer {
        if let address = places[place] { return address }
        let address = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
        places[place] = address
        return address
    }
}

#endif
