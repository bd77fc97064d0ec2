import Foundation
import Larder
import LarderImage

/// The pictures of the gallery, and what loads them.
final class Shelf: Sendable {
    struct Picture: Sendable {
        let url: URL
        let caption: String
    }

    /// How many pictures the gallery makes itself.
    static let demoCount = 10_000

    let pictures: [Picture]
    let images: ImageLoader
    let origin: CountingOrigin
    private let memory: MemoryCache<String, Data>
    /// Whether the pictures are those of ``DemoPicture``.
    let isDemo: Bool

    init(_ options: GalleryOptions) throws {
        isDemo = options.source == nil
        pictures = try options.source.map(Self.pictures(in:)) ?? Self.demo
        origin = CountingOrigin(
            isDemo ? DemoOrigin(delay: options.delay) : SystemOrigin())
        var configuration = Loader.Configuration(origin: origin)
        configuration.exchangesPerHost = 32
        memory = MemoryCache<String, Data>(capacity: .mebibytes(32)) { .bytes($0.count) }
        var imaging = ImageLoader.Configuration()
        imaging.memoryCapacity = .mebibytes(64)
        images = ImageLoader(
            loader: Loader(cache: memory, configuration: configuration), configuration: imaging)
    }

    /// Forgets the bytes, as when a cache was full.
    func dropBytes() { memory.removeAll() }

    private static var demo: [Picture] {
        (0..<demoCount).map { index in
            Picture(url: DemoPicture(index: index).url, caption: DemoPicture(index: index).caption)
        }
    }

    private static func pictures(in source: URL) throws -> [Picture] {
        let isFolder = try source.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
        guard isFolder else {
            return try pictures(inList: source)
        }
        let known: Set = ["jpg", "jpeg", "png", "webp", "gif", "avif"]
        let files = FileManager.default.enumerator(at: source, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? [])
            .filter { known.contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
            .map { Picture(url: $0, caption: $0.lastPathComponent) }
    }

    /// Comments and what is no URL are left out.
    private static func pictures(inList file: URL) throws -> [Picture] {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            whereSeparator: \.isNewline)
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("#") }
            .compactMap { URL(string: $0) }
            .filter { $0.scheme != nil }
            .map { Picture(url: $0, caption: $0.lastPathComponent) }
    }
}
