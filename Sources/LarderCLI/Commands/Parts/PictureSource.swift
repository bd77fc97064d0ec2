#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// Finds a picture's bytes: at a URL, in a file, or under a key of the cache.
struct PictureSource {
    private let arguments: Arguments
    private let options: FetchOptions
    private let bucket: String?

    /// The longest picture that is read.
    private static let limit = ByteCount.mebibytes(256)

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        options = try FetchOptions(arguments)
        bucket = try arguments.bucket()
    }

    /// A URL with a scheme is fetched. Anything else is a file if there is one, else a key.
    func bytes(_ text: String) async throws -> Data {
        if text.firstRange(of: "://") != nil || text.hasPrefix("data:") {
            let url = try WebAddress.url(text)
            let cache = try CachePlace(arguments).openOrMake(arguments)
            let response = try await options.loader(over: cache).response(
                for: options.request(url))
            guard response.isSuccess else {
                throw LoadError(
                    .status, "The server answered with status \(response.status).", url: url)
            }
            return try await response.data(upTo: Self.limit)
        }
        if bucket == nil, FileManager.default.fileExists(atPath: text) {
            return try InputFile.contents(of: text)
        }
        let cache = try CachePlace(arguments).open()
        let found = try EntryKey(text, in: cache, bucket: bucket)
        guard let bytes = try found.bucket.data(forKey: found.key) else {
            throw try EntryKey.missing(text, in: found.bucket)
        }
        return bytes
    }
}
