import Foundation
import LarderImage
import LarderUI
import Testing
import UIKit

@MainActor
@Suite(.serialized)
struct UIKitTests {
    private let scene = UIScene()

    @Test func `a picture takes the placeholder's place by a transition`() async {
        let view = UIImageView()
        let placeholder = UIImage()
        let before = UIView.transitionCount
        let ended = await outcome {
            view.setImage(
                at: scene.url("7"), placeholder: placeholder, loader: scene.images, completion: $0)
            #expect(view.image === placeholder)
        }
        #expect(ended == "shown")
        #expect(view.image?.cgImage?.width == 7)
        #expect(UIView.transitionCount == before + 1)
    }

    @Test func `a picture in memory is there at once`() async throws {
        try await scene.warm("7")
        let view = UIImageView()
        let before = UIView.transitionCount
        var outcomes: [String] = []
        view.setImage(at: scene.url("7"), loader: scene.images) { outcomes.append($0.name) }
        #expect(view.image?.cgImage?.width == 7)
        #expect(outcomes == ["shown"])
        #expect(UIView.transitionCount == before)
    }

    @Test func `a cell that is reused shows its last picture only`() async {
        let view = UIImageView()
        var outcomes: [String] = []
        view.setImage(at: scene.url("7"), loader: scene.images) { outcomes.append($0.name) }
        view.cancelImage()
        #expect(view.image == nil)
        #expect(
            await outcome {
                view.setImage(at: scene.url("8"), loader: scene.images, completion: $0)
            } == "shown")
        await scene.images.idle()
        #expect(view.image?.cgImage?.width == 8)
        #expect(outcomes == ["overtaken"])
    }

    @Test func `a failure shows its own picture, or else the placeholder`() async {
        let view = UIImageView()
        let (placeholder, failure) = (UIImage(), UIImage())
        _ = await outcome {
            view.setImage(
                at: scene.url("none"), placeholder: placeholder, failure: failure,
                transition: nil, loader: scene.images, completion: $0)
        }
        #expect(view.image === failure)
        _ = await outcome {
            view.setImage(
                at: scene.url("nothing"), placeholder: placeholder, loader: scene.images,
                completion: $0)
        }
        #expect(view.image === placeholder)
    }

    @Test func `a button's states and background are apart`() async throws {
        for path in ["3", "4", "5"] { try await scene.warm(path) }
        let button = UIButton()
        button.setImage(at: scene.url("3"), for: .normal, loader: scene.images)
        button.setImage(at: scene.url("4"), for: .highlighted, loader: scene.images)
        button.setBackgroundImage(at: scene.url("5"), for: .normal, loader: scene.images)
        button.cancelImage(for: .highlighted)
        #expect(button.image(for: .normal)?.cgImage?.width == 3)
        #expect(button.image(for: .highlighted) == nil)
        #expect(button.backgroundImage(for: .normal)?.cgImage?.width == 5)
        button.cancelBackgroundImage(for: .normal)
        #expect(button.backgroundImage(for: .normal) == nil)
    }
}
