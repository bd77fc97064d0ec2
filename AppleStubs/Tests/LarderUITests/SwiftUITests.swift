import Foundation
import LarderImage
import LarderUI
import SwiftUI
import Testing

@MainActor
struct SwiftUITests {
    private let scene = UIScene()

    private func phase(of view: RemoteImage<Text>) -> String {
        (StubHost(view).content as? Text)?.text ?? "nothing"
    }

    private func view(_ path: String?) -> RemoteImage<Text> {
        RemoteImage(path.flatMap { scene.url($0) }, label: "A picture", loader: scene.images) {
            Text(Self.name($0))
        }
    }

    private static func name(_ phase: RemoteImagePhase) -> String {
        switch phase {
        case .empty: "empty"
        case .likeness, .preview: "on its way"
        case .success(let image): "\(image.label?.text ?? "") \(image.cgImage.width)"
        case .failure: "failure"
        }
    }

    /// Lets the main actor's other work go on until the view is in `phase`.
    private func wait(for phase: String, in view: RemoteImage<Text>) async {
        for _ in 0..<100_000 where self.phase(of: view) != phase { await Task.yield() }
    }

    @Test func `a picture loads when the view appears`() async {
        let view = view("7")
        #expect(phase(of: view) == "empty")
        for action in StubHost(view).appear { action() }
        await wait(for: "A picture 7", in: view)
        #expect(phase(of: view) == "A picture 7")
        #expect(StubHost(view).animation == .easeIn)
        for action in StubHost(view).disappear { action() }
    }

    @Test func `a picture in memory is there in the first frame, without an animation`()
        async throws
    {
        try await scene.warm("7")
        let view = view("7")
        #expect(phase(of: view) == "A picture 7")
        for action in StubHost(view).appear { action() }
        #expect(phase(of: view) == "A picture 7")
        #expect(StubHost(view).animation == nil)
    }

    @Test func `a failure is a phase of its own`() async {
        let view = view("none")
        for action in StubHost(view).appear { action() }
        await wait(for: "failure", in: view)
        #expect(phase(of: view) == "failure")
    }

    @Test func `without a URL there is nothing to load`() {
        let view = view(nil)
        for action in StubHost(view).appear { action() }
        #expect(phase(of: view) == "empty")
    }

    @Test func `the short forms show the picture or the placeholder`() async throws {
        try await scene.warm("7")
        let bare = StubHost(RemoteImage(scene.url("7"), loader: scene.images)).content
        guard case .first(let image)? = bare as? _ConditionalContent<Image, Color> else {
            Issue.record("the picture is shown")
            return
        }
        #expect(image.cgImage.width == 7 && image.label == nil)
        let view = RemoteImage(scene.url("8"), loader: scene.images) {
            $0
        } placeholder: {
            Text("…")
        }
        guard case .second? = StubHost(view).content as? _ConditionalContent<Image, Text> else {
            Issue.record("the placeholder is shown")
            return
        }
    }
}
