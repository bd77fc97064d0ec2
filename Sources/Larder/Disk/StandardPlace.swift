#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A place that the system has for files of a kind.
public struct StandardPlace: Sendable, Hashable {
    /// The place's own directory.
    public let directory: URL

    /// Makes a place of a directory of one's own.
    public init(directory: URL) {
        self.directory = directory
    }

    /// Where the user's caches lie. The system may empty it when space is short.
    public static var caches: StandardPlace { of(.cachesDirectory) }

    /// Where temporary files lie. Gone after a restart of the machine, at the latest.
    public static var temporary: StandardPlace {
        StandardPlace(directory: FileManager.default.temporaryDirectory)
    }

    /// Where the program keeps what it must not lose. Never emptied by the system.
    public static var applicationSupport: StandardPlace {
        of(.applicationSupportDirectory)
    }

    private static func of(_ kind: FileManager.SearchPathDirectory) -> StandardPlace {
        let places = FileManager.default.urls(for: kind, in: .userDomainMask)
        // Who has no home has a temporary directory.
        return places.first.map(StandardPlace.init) ?? .temporary
    }
}

extension StandardPlace {
    /// The directory called `name` in this place: `Images`, `/Images` and `Images/` are one.
    /// Slashes within lead to directories in directories.
    ///
    /// - Throws: ``DiskCacheError`` with ``DiskCacheError/Code/notADirectory`` for a name that is
    ///   empty or would leave the place.
    public func directory(named name: String) throws -> URL {
        let parts = name.split(separator: "/")
        guard !parts.isEmpty, !parts.contains(".."), !parts.contains("."), !name.contains("\0")
        else {
            throw DiskCacheError(
                .notADirectory, "\"\(name)\" names no directory in \(directory.path).")
        }
        return parts.reduce(directory) {
            $0.appending(path: String($1), directoryHint: .isDirectory)
        }
    }
}

extension DiskCache {
    /// Opens the cache called `name` in one of the system's places.
    ///
    /// ```swift
    /// let disk = try DiskCache(named: "Images", in: .caches, capacity: .mebibytes(200))
    /// ```
    ///
    /// - Throws: ``DiskCacheError``, as ``init(directory:capacity:sharing:lockDeadline:time:)``.
    public convenience init(
        named name: String, in place: StandardPlace = .caches, capacity: ByteCount?
    ) throws {
        try self.init(directory: try place.directory(named: name), capacity: capacity)
    }
}
