import LarderTesting
import Testing

@testable import Larder
@testable import LarderImage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A view that asks for what is being prefetched makes it overtake what else is prefetched.
struct PrefetchRaisingTests {
    @Test func `at the host, where one exchange goes at a time`() async throws {
        let scene = ImageScene(exchanges: 1)
        let gate = Gate()
        let requests = try (0..<4).map { number in
            ImageRequest(
                try scene.serve(at: "/\(number).png") { if number == 0 { $0.gate = gate } })
        }
        let prefetcher = ImagePrefetcher(loader: scene.images, limit: 4)
        prefetcher.move(to: [requests[0]])
        await scene.origin.asked.pass()
        prefetcher.move(to: requests)
        while scene.loader.gate.waitingCount < 3 { await Task.yield() }
        var wanted = requests[3]
        wanted.priority = .high
        let updates = scene.images.images(for: wanted)
        gate.open()
        for try await _ in updates {}
        await prefetcher.idle()
        #expect(scene.origin.requests.count == 4)
        let paths = scene.origin.requests.map(\.url.path)
        #expect(paths.prefix(2) == ["/0.png", "/3.png"])
    }

    /// With steps that follow decoding, it is the flight of what they are done to that waits.
    @Test(arguments: [false, true])
    func `at the decoders, of which there is one`(withMoreSteps: Bool) async throws {
        let scene = ImageScene { $0.threads = 1 }
        scene.codec.isHeld = true
        let requests = try (0..<4).map { number in
            ImageRequest(
                try scene.serve(at: "/\(number).png"),
                steps: [.fit(width: 10 + number)] + (withMoreSteps ? [.blurred(radius: 1)] : []))
        }
        let prefetcher = ImagePrefetcher(loader: scene.images, limit: 4)
        prefetcher.move(to: [requests[0]])
        await scene.codec.began.pass()
        prefetcher.move(to: requests)
        while scene.images.pool.waitingCount < 3 { await Task.yield() }
        var wanted = requests[3]
        wanted.priority = .high
        let updates = scene.images.images(for: wanted)
        scene.codec.isHeld = false
        for try await _ in updates {}
        await prefetcher.idle()
        let targets = requests.map { DecodePlan($0.steps).target }
        #expect(scene.codec.targets.count == 4)
        #expect(Array(scene.codec.targets.prefix(2)) == [targets[0], targets[3]])
    }
}
