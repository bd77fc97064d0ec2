import Foundation
import Larder
import LarderImage

/// What setting a picture in memory costs the main thread, beside the memory tier's own hit.
/// The toolkit's part is left out: the view only notes what it is told.
struct ViewHits {
    let rounds: Int
}

extension ViewHits {
    private static let count = 1000

    private static var urls: [URL] {
        (0..<count).compactMap {
            URL(string: "https://images.example.org/photos/large/\(1_000_000 + $0)@2x.webp")
        }
    }

    func measure(_ report: Report) async throws {
        let bitmap = try Bitmap(size: PixelSize(width: 8, height: 8), alpha: .opaque) { _ in }
        let origin = FixedOrigin(body: try ImageCodecs.standard.encode(bitmap, as: .png))
        let bytes = MemoryCache<String, Data>(capacity: .mebibytes(100)) { .bytes($0.count) }
        let images = ImageLoader(
            loader: Loader(cache: bytes, configuration: .init(origin: origin)))
        let requests = Self.urls.map { ImageRequest($0, steps: [.fit(width: 320)]) }
        for request in requests { _ = try await images.image(for: request) }
        let outcome = try await Self.contest(rounds, images, requests)
        report.add(
            Table(
                "A picture in memory", columns: ["what", "ns"], of: outcome, digits: 0))
        report.check(
            .atMost(20, "setting a picture that is in memory, times MemoryCache's own hit"),
            outcome.ratio("ImagePresenter.set", to: "MemoryCache").median)
    }

    @MainActor
    private static func contest(
        _ rounds: Int, _ images: ImageLoader, _ requests: [ImageRequest]
    ) throws -> Contest.Outcome {
        let keys = urls.map(\.absoluteString)
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(100)) { .bytes($0.count) }
        for key in keys { memory.insert(Data(key.utf8), for: key) }
        var shown = 0
        let presenter = ImagePresenter(loader: images) { content, _ in
            if case .picture = content { shown += 1 }
        }
        var contest = Contest(threadTime: true)
        contest.add("MemoryCache") {
            for key in keys { consume(memory.value(for: key)) }
            return keys.count
        }
        contest.add("ImageLoader.cachedImage") {
            for request in requests { consume(images.cachedImage(for: request)) }
            return requests.count
        }
        contest.add("ImagePresenter.set") {
            MainActor.assumeIsolated {
                let before = shown
                for request in requests { presenter.set(request) }
                return shown - before
            }
        }
        return try contest.hold(rounds: rounds)
    }
}
