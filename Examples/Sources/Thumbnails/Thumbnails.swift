import Foundation
import Larder
import LarderImage

/// Makes thumbnails as a server would: `Thumbnails OUTPUT-FOLDER URL…`
///
/// The originals stay in a cache of 200 MiB beside the thumbnails, so a second run fetches only
/// what HTTP's rules ask for. What users name must not lead into the server's own network, so
/// only public addresses are connected to.
@main
struct Thumbnails {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first, arguments.count > 1 else {
            print("usage: Thumbnails OUTPUT-FOLDER URL…")
            exit(2)
        }
        let output = URL(filePath: folder, directoryHint: .isDirectory)
        let images = try makeLoader(in: output)
        for text in arguments.dropFirst() {
            do {
                print(try await makeThumbnail(of: text, with: images, in: output))
            } catch {
                print("\(text): \(error)")
            }
        }
    }

    static func makeLoader(in output: URL) throws -> ImageLoader {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(50)) { .bytes($0.count) }
        let disk = try DiskCache(
            directory: output.appending(path: "cache"), capacity: .mebibytes(200))
        var configuration = Loader.Configuration()
        configuration.addressPolicy = .publicOnly
        let loader = Loader(cache: TieredCache(memory, disk), configuration: configuration)
        return ImageLoader(loader: loader)
    }

    static func makeThumbnail(
        of text: String, with images: ImageLoader, in output: URL
    ) async throws -> String {
        guard let url = URL(string: text) else { throw LoadError(.invalidURL, "This is no URL.") }
        let image = try await images.image(at: url, steps: [.fit(width: 320)])
        let bytes = try ImageCodecs.standard.encode(image.bitmap, as: .jpeg(quality: 80))
        let file = output.appending(path: url.deletingPathExtension().lastPathComponent + ".jpg")
        try bytes.write(to: file, options: .atomic)
        return "\(text) → \(file.path), \(image.size), from \(image.place.rawValue)"
    }
}
