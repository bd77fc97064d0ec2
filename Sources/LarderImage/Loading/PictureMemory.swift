import Larder
import Synchronization

/// Decoded pictures in memory, and which forms of each source are among them.
final class PictureMemory: Sendable {
    private let cache: MemoryCache<PictureKey, DecodedPicture>
    private let index: Index

    private final class Index: Sendable {
        let siblings = Mutex(SiblingIndex())
        let epoch = Atomic(0)
    }

    init(capacity: ByteCount, time: TimeSource) {
        let index = Index()
        self.index = index
        cache = MemoryCache(
            findingLivingValuesWithin: capacity, time: time,
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

    /// Counts removals and stores: what was begun before one is not kept after it.
    var epoch: Int { index.epoch.load(ordering: .acquiring) }

    /// Keeps a picture that may be kept and is whole, unless something was removed since `epoch`.
    func keep(_ picture: DecodedPicture, for key: PictureKey, since epoch: Int) {
        guard picture.source.mayKeep, !picture.bitmap.isPartial, epoch == self.epoch else { return }
        let sibling = SiblingIndex.Sibling(
            steps: key.steps, size: picture.bitmap.size, sourceSize: picture.info.size)
        guard cache.insert(picture, for: key) else { return }
        index.siblings.withLock { $0.add(sibling, of: key.source) }
        // It may have left between the two lines above, and a removal may have begun before it
        // was there to be found.
        if epoch != self.epoch { cache.removeValue(for: key) }
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
    /// Removes every form of the sources that `isUnwanted` accepts.
    func removeAll(where isUnwanted: (PictureKey.Source) -> Bool) {
        beginEpoch()
        let unwanted = index.siblings.withLock { siblings in
            siblings.sources.filter(isUnwanted).flatMap { source in
                siblings.all(of: source).map { PictureKey(source, $0.steps) }
            }
        }
        for key in unwanted { cache.removeValue(for: key) }
    }

    /// Removes everything.
    func removeAll() {
        beginEpoch()
        cache.removeAll()
    }

    private func beginEpoch() { index.epoch.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Evicts until at most `target` is taken.
    func trim(to target: ByteCount) { cache.trim(to: target) }

    /// Hits, misses and what is held.
    var statistics: MemoryStatistics { cache.statistics }
}
