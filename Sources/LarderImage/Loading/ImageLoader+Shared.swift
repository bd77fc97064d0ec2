#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import Synchronization

extension ImageLoader {
    private static let sharedLoader = Mutex<ImageLoader?>(nil)

    /// The image loader of the whole program: the one that ``setShared(_:)`` was given, else a
    /// standard one, made at the first use.
    ///
    /// The standard one keeps up to 256 MiB of bytes in the user's caches folder, under the
    /// program's name. Where no directory can be made, it does without a disk.
    public static var shared: ImageLoader {
        sharedLoader.withLock { shared in
            if let shared { return shared }
            let made = ImageLoader(loader: standardLoader())
            shared = made
            return made
        }
    }

    /// Makes `loader` the program's own. Call it once, at start: once ``shared`` was set or used it
    /// stays. Returns whether it was set.
    @discardableResult
    public static func setShared(_ loader: ImageLoader) -> Bool {
        sharedLoader.withLock { shared in
            guard shared == nil else { return false }
            shared = loader
            return true
        }
    }

    private static func standardLoader() -> Loader {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(32)) { .bytes($0.count) }
        let name = ProcessInfo.processInfo.processName.filter { $0 != "/" }
        // Without a disk pictures are still loaded and kept in memory.
        guard let disk = try? DiskCache(named: "\(name)/Larder", capacity: .mebibytes(256)) else {
            return Loader(cache: memory)
        }
        return Loader(cache: TieredCache(memory, disk))
    }
}
