import Foundation
import Larder
import LarderImage
import Testing
import os

/// What Instruments would show of a loader.
struct SignpostTests {
    private let scene = UIScene()

    @Test func `a load is an interval from its beginning to its answer or failure`() async throws {
        let subsystem = "a load"
        let monitor = Monitor(scene.images)
        let emitting = Task { await monitor.emitSignposts(subsystem: subsystem) }
        // Nothing is told of what comes before the task has begun to listen.
        var width = 40
        while OSSignposter.emitted(for: subsystem).isEmpty {
            width += 1
            try await scene.warm("\(width)")
        }
        await #expect(throws: (any Error).self) { try await scene.warm("none") }
        var lines: [String] = []
        while !lines.contains(where: { $0.hasPrefix("end load 404") }) {
            await Task.yield()
            lines = OSSignposter.emitted(for: subsystem)
        }
        emitting.cancel()
        await emitting.value
        #expect(lines.contains("begin load http://pictures.invalid/\(width)"))
        #expect(lines.contains("end load 200 network"))
        #expect(lines.contains("begin load http://pictures.invalid/none"))
        let counts = ["begin", "end"].map { word in lines.count { $0.hasPrefix(word) } }
        #expect(counts[0] == counts[1])
    }
}
