import AppKit
import Foundation
import LarderImage
import LarderUI
import Testing

@MainActor
@Suite(.serialized)
struct AppKitTests {
    private let scene = UIScene()

    @Test func `a picture fades in, one in memory is there at once`() async {
        let view = NSImageView()
        let before = NSAnimationContext.groupCount
        #expect(
            await outcome {
                view.setImage(at: scene.url("7"), loader: scene.images, completion: $0)
            } == "shown")
        #expect(view.image?.cgImage?.width == 7)
        #expect(view.image?.size.width == 7)
        #expect(NSAnimationContext.groupCount == before + 1)
        let next = NSImageView()
        next.setImage(at: scene.url("7"), loader: scene.images)
        #expect(next.image?.cgImage?.width == 7)
        #expect(NSAnimationContext.groupCount == before + 1)
        next.cancelImage()
        #expect(next.image == nil)
    }

    @Test func `a button has two pictures`() async throws {
        for path in ["3", "4"] { try await scene.warm(path) }
        let button = NSButton()
        button.setImage(at: scene.url("3"), loader: scene.images)
        button.setAlternateImage(at: scene.url("4"), loader: scene.images)
        #expect(button.image?.cgImage?.width == 3)
        #expect(button.alternateImage?.cgImage?.width == 4)
        button.cancelImages()
        #expect(button.image == nil && button.alternateImage == nil)
    }
}
