import Larder
import LarderTesting
import Testing

@testable import LarderImage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ImagePrefetcherTests {
    /// Serves pictures that wait for a gate each.
    private func scene(_ count: Int) throws -> (ImageScene, [ImageRequest], [Gate]) {
        let scene = ImageScene()
        let gates = (0..<count).map { _ in Gate() }
        let requests = try gates.enumerated().map { index, gate in
            ImageRequest(try scene.serve(at: "/\(index).png") { $0.gate = gate })
        }
        return (scene, requests, gates)
    }

    @Test func `what was prefetched to memory is shown at once`() async throws {
        let (scene, requests, gates) = try scene(3)
        for gate in gates { gate.open() }
        let prefetcher = ImagePrefetcher(loader: scene.images)
        prefetcher.move(to: requests)
        await prefetcher.idle()
        for request in requests { #expect(scene.images.cachedImage(for: request) != nil) }
        #expect(scene.origin.requests.allSatisfy { $0.priority == .low })
    }

    @Test func `what was prefetched to disk is neither decoded nor fetched again`() async throws {
        let (scene, requests, gates) = try scene(3)
        for gate in gates { gate.open() }
        let prefetcher = ImagePrefetcher(loader: scene.images, to: .disk)
        prefetcher.start(requests)
        await prefetcher.idle()
        #expect(scene.codec.targets.isEmpty)
        for request in requests { #expect(scene.images.cachedImage(for: request) == nil) }
        for request in requests {
            #expect(try await scene.images.image(for: request).place == .cache)
        }
        #expect(scene.origin.requests.count == 3)
    }

    @Test func `no more than the limit are on their way`() async throws {
        let (scene, requests, gates) = try scene(5)
        let prefetcher = ImagePrefetcher(loader: scene.images, limit: 2)
        prefetcher.move(to: requests)
        #expect(prefetcher.loadCount == 2)
        for gate in gates {
            gate.open()
            #expect(prefetcher.loadCount <= 2)
        }
        await prefetcher.idle()
        #expect(scene.origin.requests.count == 5)
    }

    @Test func `what leaves the window is cancelled`() async throws {
        let (scene, requests, gates) = try scene(2)
        let prefetcher = ImagePrefetcher(loader: scene.images)
        prefetcher.move(to: [requests[0]])
        await scene.origin.asked.pass()
        prefetcher.move(to: [])
        gates[0].open()
        await scene.origin.cancelled.pass()
        #expect(prefetcher.loadCount == 0)
        #expect(scene.images.cachedImage(for: requests[0]) == nil)
    }

    @Test func `a view that asks for the same joins the load, which stays when the window goes`()
        async throws
    {
        let (scene, requests, gates) = try scene(1)
        let prefetcher = ImagePrefetcher(loader: scene.images)
        prefetcher.move(to: requests)
        await scene.origin.asked.pass()
        let updates = scene.images.images(for: requests[0])
        prefetcher.stop()
        gates[0].open()
        var places: [LoadedImage.Place] = []
        for try await image in updates where !image.isPreview { places.append(image.place) }
        #expect(places == [.origin])
        #expect(scene.origin.requests.count == 1)
    }
}
