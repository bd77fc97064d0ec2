import Larder
import LarderTesting
import Testing

@testable import LarderImage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A view that remembers what it was told to show.
@MainActor
final class FakeView {
    private(set) var shown: [String] = []
    private(set) var bitmap: Bitmap?
    private(set) var outcomes: [String] = []
    private var presenterOfView: ImagePresenter?

    init(_ loader: ImageLoader, isVisible: Bool = true) {
        presenterOfView = ImagePresenter(loader: loader, isVisible: isVisible) {
            [weak self] content, isAnimated in
            self?.bitmap = content.bitmap
            self?.shown.append(content.name + (isAnimated ? " gently" : ""))
        }
    }

    var presenter: ImagePresenter {
        get throws { try #require(presenterOfView) }
    }

    func dropPresenter() { presenterOfView = nil }

    /// Sets `url` and notes how that ended.
    func set(
        _ url: URL?, _ name: String = "", options: ImagePresenter.Options = .init(),
        then: (@MainActor () -> Void)? = nil
    ) {
        presenterOfView?.set(url.map { ImageRequest($0) }, options: options) { outcome in
            self.outcomes.append((name.isEmpty ? "" : name + " ") + outcome.name)
            then?()
        }
    }

    /// Sets `url` and waits for how that ends.
    func show(_ url: URL?, options: ImagePresenter.Options = .init()) async {
        await withCheckedContinuation { continuation in
            set(url, options: options) { continuation.resume() }
        }
    }
}

extension ImageContent {
    fileprivate var name: String {
        switch self {
        case .empty: "empty"
        case .placeholder: "placeholder"
        case .likeness: "likeness"
        case .preview: "preview"
        case .picture: "picture"
        case .failure: "failure"
        }
    }
}

extension ImagePresenter.Outcome {
    fileprivate var name: String {
        switch self {
        case .shown: "shown"
        case .failed: "failed"
        case .overtaken: "overtaken"
        case .cleared: "cleared"
        }
    }
}

@MainActor
struct ImagePresenterTests {
    @Test func `a picture comes after the placeholder, and the next time at once`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let view = FakeView(scene.images)
        await view.show(url)
        #expect(view.shown == ["placeholder", "picture gently"])
        let next = FakeView(scene.images)
        next.set(url)
        #expect(next.shown == ["picture"])
        #expect(next.outcomes == ["shown"])
        #expect(try !next.presenter.isLoading)
    }

    @Test func `a likeness is shown while a picture comes again`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        await FakeView(scene.images).show(url)
        await scene.images.idle()
        scene.images.removeAllFromMemory()
        scene.wait(100)
        let gate = Gate()
        scene.origin["/a.png"]?.gate = gate
        let view = FakeView(scene.images)
        view.set(url)
        try await view.presenter.lookup?.value
        #expect(view.shown == ["placeholder", "likeness"])
        let late = FakeView(scene.images)
        late.set(url)
        #expect(late.shown == ["likeness"])
        gate.open()
    }

    @Test func `a failure is shown and completes`() async throws {
        let scene = ImageScene()
        let view = FakeView(scene.images)
        await view.show(try scene.url("/missing.png"))
        #expect(view.shown == ["placeholder", "failure"])
        #expect(view.outcomes == ["failed"])
        #expect(try !view.presenter.isLoading)
    }

    @Test func `an overtaken load is cancelled and completes`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let slow = try scene.serve(at: "/slow.png") { $0.gate = gate }
        let url = try scene.serve()
        let view = FakeView(scene.images)
        view.set(slow, "slow")
        await scene.origin.asked.pass()
        await view.show(url)
        gate.open()
        await scene.origin.cancelled.pass()
        #expect(view.outcomes == ["slow overtaken", "shown"])
        #expect(view.shown == ["placeholder", "placeholder", "picture gently"])
    }

    @Test func `a hidden view loads when it appears`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let view = FakeView(scene.images, isVisible: false)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            view.set(url) { done.resume() }
            #expect(scene.origin.requests.isEmpty)
            do { try view.presenter.appear() } catch { done.resume(throwing: error) }
        }
        #expect(view.shown == ["placeholder", "picture gently"])
        try view.presenter.disappear()
        try view.presenter.appear()
        #expect(scene.origin.requests.count == 1)
    }

    @Test func `a view that goes away completes what it owes, on the main actor`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        let view = FakeView(scene.images)
        await withCheckedContinuation { continuation in
            view.set(url) { continuation.resume() }
            view.dropPresenter()
        }
        gate.open()
        #expect(view.outcomes == ["overtaken"])
    }

    @Test func `a completion may set the next picture`() async throws {
        let scene = ImageScene()
        let first = try scene.serve()
        let second = try scene.serve(at: "/b.png")
        let view = FakeView(scene.images)
        await withCheckedContinuation { continuation in
            view.set(first, "first") { view.set(second, "second") { continuation.resume() } }
        }
        #expect(view.outcomes == ["first shown", "second shown"])
        #expect(try view.presenter.request == ImageRequest(second))
    }

    @Test func `a failed load starts again with the network if the caller chose so`() async throws {
        let scene = ImageScene()
        let url = try scene.url()
        var options = ImagePresenter.Options()
        options.retriesWhenConnected = true
        let view = FakeView(scene.images)
        await view.show(url, options: options)
        let other = FakeView(scene.images)
        await other.show(url)
        try scene.serve()
        ImagePresenter.retryFailedLoads()
        try await view.presenter.load?.value
        #expect(view.shown == ["placeholder", "failure", "picture gently"])
        #expect(other.shown == ["placeholder", "failure"])
    }

    @Test func `a reused view shows nothing and owes nothing`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let view = FakeView(scene.images)
        view.set(try scene.serve { $0.gate = gate })
        try view.presenter.reuse()
        gate.open()
        #expect(view.outcomes == ["overtaken"])
        #expect(view.shown == ["placeholder", "empty"])
    }
}

@MainActor
struct ImagePresenterModelTests {
    /// Sets, shows, hides and releases by chance while answers come when they will.
    @Test(arguments: [1, 2, 3])
    func `what is shown belongs to the last URL, and each completion comes once`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let scene = ImageScene { $0.memoryCapacity = .kibibytes(16) }
        let urls = try (1...6).map { width in
            try scene.serve(TestPictures.numbered(width: width * 8, height: 8), at: "/\(width).png")
        }
        let view = FakeView(scene.images)
        var wanted: Int?
        var count = 0
        for _ in 0..<2000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...5:
                let index = Int.random(in: 0..<urls.count, using: &random)
                (wanted, count) = (index, count + 1)
                view.set(urls[index])
            case 6: try view.presenter.disappear()
            case 7, 8: try view.presenter.appear()
            default: await Task.yield()
            }
            if let bitmap = view.bitmap, bitmap.height == 8 {
                #expect(bitmap.width == wanted.map { ($0 + 1) * 8 })
            }
        }
        try view.presenter.appear()
        await view.show(urls[0])
        #expect(view.outcomes.count == count + 1)
        #expect(view.bitmap?.width == 8)
    }
}
