public import Larder

/// Loads, decodes, processes and remembers pictures.
///
/// ```swift
/// let image = try await ImageLoader.shared.image(at: url)
/// let thumb = try await ImageLoader.shared.image(
///     at: url, steps: [.fit(width: 320), .rounded(radius: 8)])
/// ```
///
/// It adds to a `Loader` what pictures need. Decoded pictures stay in memory by source and
/// steps; the loader's cache keeps the bytes. A picture is decoded straight to the size wanted,
/// once for all who ask for it at the same time, on threads of the loader's own; what is in
/// memory in a larger form is made smaller without asking the disk. HTTP's rules hold for decoded
/// pictures as for their bytes: one that is no longer fresh is confirmed before it is shown, and
/// not decoded again if it has not changed; one whose answer the loader forgets, as after an unsafe
/// request, goes with it. A picture that was cut short or damaged is handed out as far as it goes,
/// marked, and not remembered; an answer with an error status is a failure, whatever its body is.
///
/// Any number of tasks may use one. When the last caller who waits for a picture is cancelled,
/// its transfer or its decoding ends.
public final class ImageLoader: Sendable {
    let loader: Loader
    let configuration: Configuration
    let memory: PictureMemory
    let deck = PictureDeck()
    let pool: WorkerPool
    let hashes: MemoryCache<String, KeptHash>

    /// How many hashes are kept in memory: some 100 bytes each.
    private static let hashCount = 20_000

    /// Makes an image loader over `loader`, which fetches and keeps the bytes.
    public init(loader: Loader, configuration: Configuration = Configuration()) {
        self.loader = loader
        self.configuration = configuration
        memory = PictureMemory(
            capacity: configuration.memoryCapacity, time: configuration.time)
        pool = WorkerPool(threads: configuration.threads)
        hashes = MemoryCache(maximumCount: Self.hashCount, time: configuration.time)
        loader.observers.add(self)
    }
}
