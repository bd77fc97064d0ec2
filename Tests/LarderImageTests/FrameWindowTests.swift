import Larder
import Testing

@testable import LarderImage

struct FrameWindowTests {
    private func frame() throws -> Bitmap {
        try Bitmap(size: PixelSize(width: 5, height: 5), alpha: .opaque) { _ in }
    }

    @Test func `the frames that are shown next stay`() throws {
        var window = FrameWindow(count: 10, budget: .bytes(300))
        _ = window.show(8)
        for index in [8, 9, 0, 1, 2] { window.insert(try frame(), at: index) }
        #expect(window.frames.keys.sorted() == [0, 8, 9])
        #expect(window.cost == .bytes(300))
    }

    @Test func `looking ahead fills the budget and then stops`() throws {
        var window = FrameWindow(count: 10, budget: .bytes(350))
        window.insert(try frame(), at: 0)
        while let next = window.nextMissing { window.insert(try frame(), at: next) }
        #expect(window.frames.keys.sorted() == [0, 1, 2])
        _ = window.show(1)
        #expect(window.nextMissing == 3)
        window.insert(try frame(), at: 3)
        #expect(window.frames.keys.sorted() == [1, 2, 3])
    }

    @Test func `what fits as a whole is kept as a whole`() throws {
        var window = FrameWindow(count: 4, budget: .bytes(400))
        window.insert(try frame(), at: 0)
        while let next = window.nextMissing { window.insert(try frame(), at: next) }
        for index in [3, 1, 2, 0] { #expect(window.show(index) != nil) }
        #expect(window.nextMissing == nil)
    }

    @Test func `a budget too small for one frame keeps none`() throws {
        var window = FrameWindow(count: 4, budget: .bytes(10))
        window.insert(try frame(), at: 0)
        #expect(window.frames.isEmpty && window.cost == .zero && window.nextMissing == nil)
    }
}
