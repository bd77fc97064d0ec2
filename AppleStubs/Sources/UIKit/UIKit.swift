// The names are those of Apple's documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import Foundation

open class UIImage {
    public enum Orientation: Sendable { case up }
    public let cgImage: CGImage?
    public let scale: CGFloat
    public required init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        self.scale = scale
    }
    public init() {
        cgImage = nil
        scale = 1
    }
}

@MainActor
open class UIWindow {
    public init() {}
}

@MainActor
open class UIView {
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }

    public var window: UIWindow?
    public static var transitionCount = 0
    public init() {}

    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        transitionCount += 1
        animations?()
        completion?(true)
    }
}

@MainActor
open class UIImageView: UIView {
    public var image: UIImage?
}

@MainActor
open class UIControl: UIView {
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
        public static let highlighted = State(rawValue: 1)
    }
}

@MainActor
open class UIButton: UIControl {
    private var images: [UInt: UIImage] = [:]
    private var backgrounds: [UInt: UIImage] = [:]
    open func setImage(_ image: UIImage?, for state: State) { images[state.rawValue] = image }
    open func image(for state: State) -> UIImage? { images[state.rawValue] }
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        backgrounds[state.rawValue] = image
    }
    open func backgroundImage(for state: State) -> UIImage? { backgrounds[state.rawValue] }
}

open class UIApplication {
    public static let didReceiveMemoryWarningNotification = Notification.Name("memory warning")
    public static let didEnterBackgroundNotification = Notification.Name("background")
}
