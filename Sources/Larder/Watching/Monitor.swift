import Synchronization

/// Watches a cache or a loader in production: what happens, as it happens, and counters.
///
/// ```swift
/// let monitor = Monitor(loader)                  // measures from here on, while it is kept
/// print(monitor.report().prometheus)             // counters, latencies, what each tier holds
/// for await event in monitor.events() { print(event) }
/// ```
///
/// Without a monitor nothing is measured, and that costs nothing. With one, and with any number of
/// listeners, a hit costs at most 30 ns more, wherever it is (`Docs/Benchmarks.md`): it is counted,
/// and below memory every 16th look-up is timed. Misses, failures and loads that need the origin
/// cost some tenths of a microsecond more.
///
/// Loaders over one ``TieredCache`` tell the same monitors: what is counted are all of them.
/// Monitors may come and go at any time, from any thread. A tier that throws, which to a loader is
/// a miss, is seen here only.
public final class Monitor: Sendable {
    let meter: Meter
    let loader: Loader?
    let pictures: (@Sendable () -> MemoryStatistics)?

    private init(
        _ meter: Meter, _ loader: Loader?, pictures: (@Sendable () -> MemoryStatistics)?
    ) {
        self.meter = meter
        self.loader = loader
        self.pictures = pictures
        meter.beginWatch()
    }

    deinit { meter.endWatch() }
}

extension Monitor {
    /// Watches the tiers of `cache`, and the loaders over it.
    public convenience init(_ cache: TieredCache) {
        self.init(cache.meter, nil, pictures: nil)
    }

    /// Watches `loader` and its cache.
    public convenience init(_ loader: Loader) {
        self.init(loader.meter, loader, pictures: nil)
    }

    /// Watches `loader` and its cache, and the decoded pictures whose statistics are given.
    package convenience init(
        _ loader: Loader, pictures: @escaping @Sendable () -> MemoryStatistics
    ) {
        self.init(loader.meter, loader, pictures: pictures)
    }
}

extension Monitor {
    /// What happens from the first `next` of an iterator on, for any number of readers.
    ///
    /// Nothing that happens ever waits for a reader: at most `limit` events (at least one, 1,024 by
    /// default, some 100 bytes each) are kept for a slow one, which is told how many it missed by
    /// ``MonitorEvent/missed(_:)``. The sequence ends when its task is cancelled.
    public func events(limit: Int = 1024) -> Events {
        Events(monitor: self, limit: limit)
    }

    /// A sequence of events in the order in which they happened.
    public struct Events: AsyncSequence, Sendable {
        /// What it gives.
        public typealias Element = MonitorEvent
        /// It never fails.
        public typealias Failure = Never

        let monitor: Monitor
        let limit: Int

        /// An iterator that listens from now on until it is let go of.
        public func makeAsyncIterator() -> Iterator {
            Iterator(ear: Ear(monitor, limit: limit))
        }
    }
}

extension Monitor.Events {
    /// Takes events out one by one, and from the monitor by as many as have come.
    public struct Iterator: AsyncIteratorProtocol {
        let ear: Ear
        private var batch: ArraySlice<MonitorEvent> = []
        /// The hits that were told, by tier.
        private var hits: [Int]

        init(ear: Ear) {
            self.ear = ear
            hits = ear.monitor.meter.tiers.map(\.hits)
        }

        /// The next event; `nil` when the task was cancelled.
        public mutating func next() async -> MonitorEvent? {
            if batch.isEmpty {
                let events = await ear.monitor.meter.events(for: ear.id)
                if events.isEmpty { return nil }
                batch = newHits()[...] + events
            }
            return batch.removeFirst()
        }

        private mutating func newHits() -> [MonitorEvent] {
            ear.monitor.meter.tiers.enumerated().compactMap { place, tier in
                let count = tier.hits - hits[place]
                hits[place] += count
                return count > 0 ? .tierHits(tier: tier.name, count: count) : nil
            }
        }
    }

    /// Listens as long as it lives, and keeps the monitor.
    final class Ear: Sendable {
        let monitor: Monitor
        let id: Int

        init(_ monitor: Monitor, limit: Int) {
            self.monitor = monitor
            id = monitor.meter.listen(limit: limit)
        }

        deinit { monitor.meter.stopListening(id) }
    }
}
