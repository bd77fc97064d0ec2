import Larder
import Synchronization

/// Decoded pictures in memory, and which forms of each source are among them.
///
/// All forms of a source are of the same bytes: of those that came or were confirmed last.
final class PictureMemory: Sendable {
    private let cache: MemoryCache<PictureKey, DecodedPicture>
    private let index: Index

    private final class Index: Sendable {
        let siblings = Mutex(SiblingIndex())
        let removals = Mutex(ChangeMarks())
    }

    init(capacity: ByteCount, time: TimeSource) {
        let index = Index()
        self.index = index
        cache = MemoryCache(
            findingLivingValuesWithin: capacity, time: time,
            onRevival: { key, picture in
                let sibling = SiblingIndex.Sibling(picture, key.steps)
                index.siblings.withLock { $0.add(sibling, of: key.source) }
            },
            onRemoval: { removal in
                guard removal.reason != .replaced else { return }
                index.siblings.withLock { $0.remove(removal.key) }
            },
            cost: { $0.cost })
    }
}

extension PictureMemory {
    /// The picture under `key`, whether or not it may still be used.
    func picture(for key: PictureKey) -> DecodedPicture? { cache.value(for: key) }

    /// Changes when what is kept under `storageKey` is removed: what was begun before that is not
    /// kept after it.
    func mark(of storageKey: String) -> UInt64 {
        index.removals.withLock { $0.mark(of: storageKey) }
    }

    /// Keeps a picture that may be kept and is whole, unless its source was removed since `mark`
    /// or has come with other bytes later. Forms of other bytes that came before leave.
    func keep(_ picture: DecodedPicture, for key: PictureKey, since mark: UInt64) {
        let source = picture.source
        guard !picture.bitmap.isPartial, mark == self.mark(of: source.storageKey) else { return }
        let isKept = source.mayKeep && cache.insert(picture, for: key)
        let outdated = index.siblings.withLock { siblings in
            if isKept { siblings.add(SiblingIndex.Sibling(picture, key.steps), of: key.source) }
            return siblings.outdated(in: key.source, by: source)
        }
        for steps in outdated { cache.removeValue(for: PictureKey(key.source, steps)) }
        cache.forgetEvicted { evicted, picture in
            evicted.source == key.source && picture.source.content != source.content
                && !picture.source.life.isYounger(than: source.life)
        }
        // It may have left before it was in the index, and a removal may have begun before it was
        // there to be found.
        if mark != self.mark(of: source.storageKey) { cache.removeValue(for: key) }
        if !cache.contains(key) { index.siblings.withLock { $0.remove(key) } }
    }

    /// A picture in memory, and the steps that make of it the one wanted.
    func shortcut(to key: PictureKey) -> (picture: DecodedPicture, steps: [ImageStep])? {
        let shortcut = index.siblings.withLock { $0.shortcut(to: key.steps, of: key.source) }
        guard let shortcut,
            let picture = cache.value(for: PictureKey(key.source, shortcut.from))
        else { return nil }
        return (picture, shortcut.steps)
    }

    /// Whether another variant in memory was made from the same decoded picture as `key` is.
    func hasSibling(of key: PictureKey, sharing base: [ImageStep]) -> Bool {
        index.siblings.withLock { siblings in
            siblings.all(of: key.source).contains { sibling in
                sibling.steps != key.steps && DecodePlan(sibling.steps).base == base
            }
        }
    }
}

extension PictureMemory {
    /// Removes every form of every picture whose bytes are kept under `storageKey`: URLs that are
    /// written differently may share one.
    func removeAll(keptUnder storageKey: String) {
        index.removals.withLock { $0.change(of: storageKey) }
        cache.removeAll { _, picture in
            ExactKey(picture.source.storageKey) == ExactKey(storageKey)
        }
    }

    /// Removes everything.
    func removeAll() {
        index.removals.withLock { $0.changeAll() }
        cache.removeAll()
    }

    /// Evicts until at most `target` is taken.
    func trim(to target: ByteCount) { cache.trim(to: target) }

    /// Hits, misses and what is held.
    var statistics: MemoryStatistics { cache.statistics }
}
