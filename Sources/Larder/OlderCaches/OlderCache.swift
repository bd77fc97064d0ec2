#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// A folder that an older cache left behind, read as a tier.
///
/// Put it last in a ``TieredCache``: what the tiers above do not have is looked up in the old
/// place and handed up, so an app moves over without downloading again. Or take everything over
/// at once with ``copyEntries(to:keys:isDryRun:newKey:)``.
///
/// ```swift
/// let files = TieredCache(memory, disk, try OlderCache.tsFileCache(at: directory))
/// ```
///
/// The folder is never changed, unless it was opened with `deletesReplaced`. No key leads out of
/// the folder, symbolic links are not followed, and a name that could stand for several keys is a
/// miss: nothing is guessed.
///
/// It is not a cache of its own: a store keeps nothing here. Since a key that was stored anew or
/// removed must not show its old bytes again, it is a miss from then on, for this value and its
/// copies. The next process sees the old file again if the tiers above have nothing under the
/// key; `deletesReplaced` prevents that too.
///
/// Any thread may use it; reading runs on threads of its own.
public struct OlderCache: Sendable {
    let folder: OlderFolder
    let layout: any OlderLayout
    let deletesReplaced: Bool
    let hidden = Hidden()

    /// Files longer than this are not read.
    static let sizeLimit = ByteCount.gibibytes(1)
    static let readers = WorkerPool(threads: 2)

    init(directory: URL, layout: any OlderLayout, deletesReplaced: Bool) throws {
        folder = try OlderFolder(directory)
        self.layout = layout
        self.deletesReplaced = deletesReplaced
    }
}

extension OlderCache {
    /// The keys that were replaced or removed since, and are misses therefore.
    final class Hidden: Sendable {
        private struct State {
            var keys: Set<ExactKey<String>> = []
            var isEverything = false
        }
        private let state = Mutex(State())

        func hide(_ key: String) { state.withLock { _ = $0.keys.insert(ExactKey(key)) } }
        func hideAll() { state.withLock { $0.isEverything = true } }
        func contains(_ key: String) -> Bool {
            state.withLock { $0.isEverything || $0.keys.contains(ExactKey(key)) }
        }
    }
}
