#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension OlderCache {
    /// The folder of a TSFileCache 1.0: one file a key, named by the key.
    ///
    /// With `deletesReplaced` (`false` by default) a file goes when its key is stored anew or
    /// removed, here and below.
    ///
    /// - Throws: ``OlderCacheError`` when `directory` is no folder, here and below.
    public static func tsFileCache(
        at directory: URL, deletesReplaced: Bool = false
    ) throws -> OlderCache {
        try OlderCache(
            directory: directory, layout: NamedFiles(), deletesReplaced: deletesReplaced)
    }

    /// The folder of a TSImageCache 1.0, `Cache/Images` in the temporary directory: PNG files
    /// named by their keys. A file that is no PNG is not taken.
    public static func tsImageCache(
        at directory: URL, deletesReplaced: Bool = false
    ) throws -> OlderCache {
        try OlderCache(
            directory: directory, layout: NamedFiles(signature: [0x89, 0x50, 0x4E, 0x47]),
            deletesReplaced: deletesReplaced)
    }

    /// The folder of a JMImageCache 0.4, `Library/Caches/JMCache`: files named by the SHA-1 of
    /// their keys, which are URLs unless the app gave others.
    public static func jmImageCache(
        at directory: URL, deletesReplaced: Bool = false
    ) throws -> OlderCache {
        try OlderCache(
            directory: directory, layout: DigestNamedFiles(), deletesReplaced: deletesReplaced)
    }

    /// The Documents folder of the 2011 `ImageCache` singleton: `imagecache.plist` and the files
    /// that it names. Keys are URLs.
    ///
    /// That cache named files by the last part of their URLs, so that later ones overwrote
    /// earlier ones. A file that the list names for more than one URL is not taken.
    ///
    /// - Throws: ``OlderCacheError`` also when the list is missing or is no flat list of texts.
    public static func imageCache(
        at documents: URL, deletesReplaced: Bool = false
    ) throws -> OlderCache {
        let list = try OlderFolder(documents).propertyList(named: ListedFiles.listName)
        return try OlderCache(
            directory: documents, layout: ListedFiles(list), deletesReplaced: deletesReplaced)
    }

    /// One bucket's folder of the 2019 `FileManager` extension "Cache Image": JPEG files named
    /// by their keys. A file that is no JPEG is not taken.
    public static func bucket(
        at directory: URL, deletesReplaced: Bool = false
    ) throws -> OlderCache {
        try OlderCache(
            directory: directory, layout: NamedFiles(signature: [0xFF, 0xD8, 0xFF]),
            deletesReplaced: deletesReplaced)
    }
}
