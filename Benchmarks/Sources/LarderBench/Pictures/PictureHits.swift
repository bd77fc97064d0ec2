import Foundation
import Larder
import LarderImage

/// How long a decoded picture takes that is in memory already, beside `MemoryCache`'s own hit.
struct PictureHits {
    let rounds: Int

    private static let count = 500

    func measure(_ report: Report) async throws {
        let urls = (0..<Self.count).compactMap {
            URL(string: "https://images.example.org/photos/large/\(1_000_000 + $0)@2x.webp")
        }
        let picture = try Bitmap(size: PixelSize(width: 32, height: 32), alpha: .opaque) { bytes in
            for place in stride(from: 3, to: bytes.count, by: 4) { bytes[place] = 255 }
        }
        let steps: [ImageStep] = [.fit(width: 32)]
        let memory = MemoryCache<String, Bitmap>(capacity: .mebibytes(64)) { $0.cost }
        for url in urls { memory.insert(picture, for: url.absoluteString) }
        let images = try await Self.filled(urls, picture, steps)
        var contest = AsyncContest()
        contest.add("MemoryCache") {
            for url in urls { consume(memory.value(for: url.absoluteString)) }
            return urls.count
        }
        contest.add("ImageLoader.cachedImage(at:)") {
            for url in urls {
                guard let image = images.cachedImage(at: url, steps: steps) else {
                    throw PeakMemory.Failure()
                }
                consume(image)
            }
            return urls.count
        }
        contest.add("ImageLoader.image(at:)") {
            for url in urls { consume(try await images.image(at: url, steps: steps)) }
            return urls.count
        }
        let outcome = try await contest.hold(rounds: rounds)
        var table = Table(
            "A decoded picture from memory, in ns", columns: ["call", "ns", "× MemoryCache"])
        for (name, bound) in zip(outcome.names, [nil, 6, 30] as [Double?]) {
            let ratio = outcome.ratio(name, to: "MemoryCache").median
            table.add(
                name,
                [
                    .figure(outcome.nanoseconds(name).median, digits: 0),
                    .figure(ratio, digits: 1),
                ])
            if let bound { report.check(.atMost(bound, "\(name), times MemoryCache's hit"), ratio) }
        }
        report.add(table)
    }

    private static func filled(
        _ urls: [URL], _ picture: Bitmap, _ steps: [ImageStep]
    ) async throws -> ImageLoader {
        let body = try ImageCodecs.standard.encode(picture, as: .webP())
        let bytes = MemoryCache<String, Data>(capacity: .mebibytes(64)) { .bytes($0.count) }
        let loader = Loader(cache: bytes, configuration: .init(origin: FixedOrigin(body: body)))
        let images = ImageLoader(loader: loader)
        for url in urls { _ = try await images.image(at: url, steps: steps) }
        return images
    }
}
