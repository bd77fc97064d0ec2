import Larder
import Testing

@testable import LarderImage
import LarderTesting

struct ImageCancellationTests {
    @Test func `the last caller to leave ends the transfer`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        let task = Task { try await scene.images.image(at: url, steps: [.fit(width: 9), .circle]) }
        await scene.origin.asked.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        await scene.origin.cancelled.pass()
        #expect(scene.codec.targets.isEmpty)
        #expect(scene.images.deck.count == 0)
    }

    @Test func `idle waits for what a cancelled load still holds`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        let task = Task { try await scene.images.image(at: url) }
        await scene.origin.asked.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        async let idle: Void = scene.images.idle()
        gate.open()
        await idle
        #expect(scene.origin.underWay == 0)
    }

    @Test func `the last caller to leave ends the decoding`() async throws {
        let scene = ImageScene()
        scene.codec.isHeld = true
        let url = try scene.serve()
        let task = Task { try await scene.images.image(at: url) }
        await scene.codec.began.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while !scene.codec.wasCancelled { await Task.yield() }
        #expect(scene.images.cachedImage(at: url) == nil)
    }

    @Test func `a caller who leaves takes nothing from the others`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        let first = Task { try await scene.images.image(at: url) }
        await scene.origin.asked.pass()
        let second = Task { try await scene.images.image(at: url) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        #expect(try await second.value.width == 40)
    }

    @Test func `a task that is cancelled already gets nothing`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await scene.images.image(at: url)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(scene.images.deck.count == 0)
    }

    @Test func `dropping the updates ends the transfer`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        var updates: ImageUpdates? = scene.images.images(at: url)
        #expect(updates != nil)
        await scene.origin.asked.pass()
        updates = nil
        gate.open()
        await scene.origin.cancelled.pass()
        #expect(scene.images.deck.count == 0)
    }

    @Test func `what was removed while it was on its way is not kept`() async throws {
        let scene = ImageScene()
        let gate = Gate()
        let url = try scene.serve { $0.gate = gate }
        let task = Task { try await scene.images.image(at: url) }
        await scene.origin.asked.pass()
        try await scene.images.remove(at: url)
        gate.open()
        #expect(try await task.value.width == 40)
        #expect(scene.images.cachedImage(at: url) == nil)
        #expect(scene.tier.keys.isEmpty)
    }
}
