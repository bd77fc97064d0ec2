import Foundation
import Larder
import LarderImage
import LarderTesting

/// The ways to a batch of thumbnails, over a server of its own.
final class DemoPath {
    private let pictures: [Data]
    private let urls: [URL]
    private let server: ScriptedOrigin
    private let origin = SystemOrigin()
    private let folder: URL
    private var disk: DiskCache?
    private var images: ImageLoader?

    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    init(_ pictures: [Data]) throws {
        self.pictures = pictures
        let server = try ScriptedOrigin()
        urls = pictures.indices.map { server.url("/\($0).jpg") }
        for (index, bytes) in pictures.enumerated() {
            server["/\(index).jpg"] = .file(
                bytes,
                [
                    "Content-Type": "image/jpeg", "Cache-Control": "public, max-age=86400",
                    "ETag": "\"\(index)\"",
                ])
        }
        self.server = server
        folder = FileManager.default.temporaryDirectory
            .appending(path: "larder-bench-\(UUID().uuidString)")
    }

    var count: Int { pictures.count }
    var requestCount: Int { server.requestCount }

    /// What is timed, in the order in which it has to run.
    var ways: [(name: String, run: () async throws -> Void)] {
        [
            ("fetch and decode", fetchAndDecode), ("decode", decode),
            ("network", { try await self.load(from: .origin) }),
            ("memory", { try await self.load(from: .memory) }),
            (
                "disk",
                {
                    try self.reopen()
                    try await self.load(from: .cache)
                }
            ),
            (
                "validation",
                {
                    try self.reopen()
                    try await self.load(from: .origin, .revalidate)
                }
            ),
        ]
    }

    /// Starts with nothing kept.
    func begin() async throws {
        try await end()
        try reopen()
    }

    func end() async throws {
        disk?.close()
        try? FileManager.default.removeItem(at: folder)
    }

    func stop() { server.stop() }

    /// As a new process would: nothing in memory.
    private func reopen() throws {
        disk?.close()
        let disk = try DiskCache(directory: folder, capacity: .mebibytes(400))
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(50)) { .bytes($0.count) }
        var configuration = Loader.Configuration(origin: origin)
        configuration.exchangesPerHost = DemoPath.atOnce
        let loader = Loader(cache: TieredCache(memory, disk), configuration: configuration)
        images = ImageLoader(loader: loader)
        self.disk = disk
    }
}

extension DemoPath {
    private static let atOnce = 8

    private func fetchAndDecode() async throws {
        let (urls, origin) = (urls, origin)
        try await each { index in
            let answer = try await origin.send(OriginRequest(url: urls[index]))
            consume(try makeThumbnail(try await answer.body.collect(upTo: .mebibytes(64)), .best))
        }
    }

    private func decode() async throws {
        let pictures = pictures
        try await each { consume(try makeThumbnail(pictures[$0], .best)) }
    }

    private func load(
        from place: LoadedImage.Place, _ policy: CachePolicy = .standard
    ) async throws {
        guard let images else { return }
        let urls = urls
        try await each { index in
            let image = try await images.image(
                for: ImageRequest(urls[index], steps: [.fit(width: 320)], cachePolicy: policy))
            guard image.place == place else {
                throw Wrong(description: "\(urls[index]) came from \(image.place)")
            }
        }
    }

    private func each(_ work: @escaping @Sendable (Int) async throws -> Void) async throws {
        let count = count
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<Self.atOnce {
                group.addTask {
                    for index in stride(from: first, to: count, by: Self.atOnce) {
                        try await work(index)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
