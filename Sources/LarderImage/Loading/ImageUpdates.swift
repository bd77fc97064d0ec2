/// A picture as it becomes available: previews, then the picture.
///
/// Only the last element has ``LoadedImage/isPreview`` `false`. Failures are
/// ``ImageLoadError``. Read it once; dropping it before the end gives the picture up.
public struct ImageUpdates: AsyncSequence, Sendable {
    /// Previews and the picture.
    public typealias Element = LoadedImage

    private let updates: AsyncThrowingStream<LoadedImage, any Error>

    init(_ updates: AsyncThrowingStream<LoadedImage, any Error>) {
        self.updates = updates
    }

    /// Begins reading.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(updates: updates.makeAsyncIterator())
    }

    /// Reads what becomes available.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var updates: AsyncThrowingStream<LoadedImage, any Error>.AsyncIterator

        /// The next preview or the picture; `nil` after the picture.
        public mutating func next() async throws -> LoadedImage? { try await updates.next() }
    }
}
