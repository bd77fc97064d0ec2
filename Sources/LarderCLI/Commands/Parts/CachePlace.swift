#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// Where the cache of a command lies.
struct CachePlace {
    let url: URL

    /// The directory that `--cache` names, or the environment, or the user's cache folder.
    init(
        _ arguments: Arguments, variable: (String) throws -> String? = GivenText.variable
    ) throws {
        let given =
            try arguments.value("--cache")
            ?? variable("LARDER_CACHE").flatMap { $0.isEmpty ? nil : $0 }
        if let path = given {
            guard !path.isEmpty else { throw UsageError("--cache needs the path of a directory.") }
            url = URL(filePath: path, directoryHint: .isDirectory)
            return
        }
        let caches = try variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = try caches ?? variable("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.cache" }
        guard let folder else {
            throw UsageError(
                "HOME is not set, so there is no folder for caches. Name one with --cache DIR, "
                    + "LARDER_CACHE or XDG_CACHE_HOME.")
        }
        url = URL(filePath: folder, directoryHint: .isDirectory)
            .appending(path: "larder", directoryHint: .isDirectory)
    }
}

extension CachePlace {
    /// What a cache that the tool makes may take, unless `--capacity` says otherwise.
    static let standardCapacity = ByteCount.gibibytes(1)

    /// The cache that is there, with the capacity that it has.
    func open() throws -> DiskCache {
        do {
            return try DiskCache(existing: url)
        } catch DiskCacheError.Code.notADirectory {
            throw NoCache(path: url.path(percentEncoded: false))
        }
    }

    /// The cache that is there, or a new one.
    func openOrMake(_ arguments: Arguments) throws -> DiskCache {
        if let capacity = try arguments.size("--capacity") {
            return try DiskCache(directory: url, capacity: capacity)
        }
        do {
            return try DiskCache(existing: url)
        } catch DiskCacheError.Code.notADirectory {
            return try DiskCache(directory: url, capacity: Self.standardCapacity)
        }
    }

    struct NoCache: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "There is no cache in \(Describe.printable(path)). `larder get URL` makes one; --cache DIR names another."
        }
    }
}

extension Option {
    static let json = Option("--json", "Print the report as JSON on standard output.")
    static let cache = Option(
        "--cache", value: "DIR",
        "The cache's directory. Default: $LARDER_CACHE, else larder in the user's cache folder.")
    static let capacity = Option(
        "--capacity", value: "SIZE",
        "What the cache may take, from now on. Default: what it has; 1G for a new one.")
    static let bucket = Option(
        "--bucket", value: "NAME", "The part of the cache to use. Default: the cache's own keys.")
}
