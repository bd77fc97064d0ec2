// The names are those of Apple's documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import Foundation

open class NSImage {
    public let size: NSSize
    public let cgImage: CGImage?
    public required init(cgImage: CGImage, size: NSSize) {
        self.cgImage = cgImage
        self.size = size
    }
    public init(size: NSSize) {
        self.size = size
        cgImage = nil
    }
}

@MainActor
open class NSWindow {
    public init() {}
}

@MainActor
open class NSView {
    public var window: NSWindow?
    public var alphaValue: CGFloat = 1
    public init() {}
    open func animator() -> Self { self }
}

@MainActor
open class NSImageView: NSView {
    public var image: NSImage?
}

@MainActor
open class NSButton: NSView {
    public var image: NSImage?
    public var alternateImage: NSImage?
}

@MainActor
open class NSAnimationContext {
    public var duration: TimeInterval = 0.25
    public static var groupCount = 0
    public class func runAnimationGroup(_ changes: (NSAnimationContext) -> Void) {
        groupCount += 1
        changes(NSAnimationContext())
    }
}
