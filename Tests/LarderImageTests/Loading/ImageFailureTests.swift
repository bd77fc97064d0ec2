import Larder
import LarderImage
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ImageFailureTests {
    @Test(arguments: [404, 500, 403])
    func `an error whose body is a picture is a failure`(status: Int) async throws {
        let scene = ImageScene()
        let url = try scene.serve {
            $0.status = status
            $0.fields.append("X-Reason", "gone")
        }
        let error = await expectFailure(.fetching) { try await scene.images.image(at: url) }
        #expect(error?.response?.status == status)
        #expect(error?.response?.fields["X-Reason"] == "gone")
        #expect(error?.request == ImageRequest(url))
        #expect((error?.cause as? LoadError)?.code == .status)
        #expect(scene.codec.targets.isEmpty)
        #expect(scene.images.cachedImage(at: url) == nil)
    }

    @Test func `an error stored under a key is no picture`() async throws {
        let scene = ImageScene()
        let url = try scene.serve { $0.status = 404 }
        await expectFailure(.fetching) {
            try await scene.images.image(for: ImageRequest(url, key: "k"))
        }
        #expect(scene.tier.keys == ["k"])
        await expectFailure(.looking) { try await scene.images.image(forKey: "k") }
    }

    @Test(arguments: ["", "<html>", "\u{89}PNG"])
    func `bytes that are no picture fail in decoding`(text: String) async throws {
        let scene = ImageScene()
        let url = try scene.serve { $0.chunks = [Data(text.utf8)] }
        let error = await expectFailure(.decoding) { try await scene.images.image(at: url) }
        #expect(error?.response?.status == 200)
        #expect((error?.cause as? ImageError)?.code == .notAnImage)
    }

    @Test func `a transfer that fails tells why`() async throws {
        let scene = ImageScene()
        let url = try #require(URL(string: "pictures"))
        let error = await expectFailure(.fetching) { try await scene.images.image(at: url) }
        #expect(error?.cause is LoadError)
        #expect(error?.response == nil)
    }

    @Test func `a picture longer than the limit is refused`() async throws {
        let scene = ImageScene { $0.byteLimit = .bytes(20) }
        let url = try scene.serve()
        let error = await expectFailure(.fetching) { try await scene.images.image(at: url) }
        #expect((error?.cause as? LoadError)?.code == .tooLarge)
        await expectFailure(.fetching) {
            for try await _ in scene.images.images(at: url) {}
        }
    }

    @Test func `a step that fails tells so, for every caller`() async throws {
        struct Refusal: Error {}
        let scene = ImageScene()
        let url = try scene.serve()
        let steps = [ImageStep.custom(identity: "no") { _ in throw Refusal() }]
        let error = await expectFailure(.processing) {
            try await scene.images.image(at: url, steps: steps)
        }
        #expect(error?.cause is Refusal)
        #expect(error?.request.steps == steps)
        await expectFailure(.processing) {
            try await scene.images.image(at: url, steps: [.crop(x: 90, y: 0, width: 1, height: 1)])
        }
    }

    @Test func `a failure of what variants share names the variant's own request`() async throws {
        let scene = ImageScene()
        let url = try scene.url("/missing.png")
        let steps: [ImageStep] = [.fit(width: 10), .circle]
        let error = await expectFailure(.fetching) {
            try await scene.images.image(at: url, steps: steps)
        }
        #expect(error?.request.steps == steps)
    }

    @Test func `a picture that is cut short is shown, marked, and not remembered`() async throws {
        let scene = ImageScene()
        let picture = try TestPicture.photo(width: 64, height: 64)
        let whole = try ImageCodecs.standard.encode(picture, as: .jpeg())
        let url = try scene.serve { $0.chunks = [whole.prefix(whole.count * 2 / 3)] }
        let image = try await scene.images.image(at: url)
        #expect(image.isPartial)
        #expect(scene.images.cachedImage(at: url) == nil)
        let small = try await scene.images.image(at: url, steps: [.fit(width: 16), .circle])
        #expect(small.isPartial)
        #expect(await scene.images.thumbHash(at: url) == nil)
        #expect(scene.codec.targets.count == 2)
    }

    @Test func `a failure is not remembered`() async throws {
        let scene = ImageScene()
        let url = try scene.url()
        await expectFailure(.fetching) { try await scene.images.image(at: url) }
        try scene.serve()
        #expect(try await scene.images.image(at: url).width == 40)
    }

    @Test func `nothing is asked for when only what is stored is wanted`() async throws {
        let scene = ImageScene()
        let url = try scene.serve()
        #expect(try await scene.images.storedImage(at: url) == nil)
        #expect(try await scene.images.storedImage(forKey: "k") == nil)
        #expect(scene.origin.requests.isEmpty)
        _ = try await scene.images.image(at: url)
        scene.images.removeAllFromMemory()
        scene.wait(1000)
        #expect(try await scene.images.storedImage(at: url)?.place == .cache)
        #expect(scene.origin.requests.count == 1)
    }
}
