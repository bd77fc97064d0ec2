#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A message's content as it arrives: chunks of bytes, pulled by whoever reads.
///
/// A slow reader slows the sender down. A body that comes from a network can be read once;
/// dropping its iterator before the end cancels the transfer.
public struct Body: AsyncSequence, Sendable {
    /// Chunks of any size but empty.
    public typealias Element = Data
    /// What reading can end in: mostly ``LoadError``.
    public typealias Failure = any Error

    private enum Content: Sendable {
        case whole(Data)
        case arriving(@Sendable () -> (() async throws -> Data?))
    }

    private let content: Content

    /// A body whose chunks come from `next`; `nil` is the end.
    ///
    /// `start` runs once for each iteration and makes the `next` of that iteration.
    public init(start: @escaping @Sendable () -> (() async throws -> Data?)) {
        content = .arriving(start)
    }

    /// A body that is all there. It can be read any number of times.
    public init(_ data: Data) {
        content = .whole(data)
    }

    /// Begins reading.
    public func makeAsyncIterator() -> AsyncIterator {
        switch content {
        case .whole(let data): AsyncIterator(whole: data, pull: nil)
        case .arriving(let start): AsyncIterator(whole: Data(), pull: start())
        }
    }

    /// Reads a body chunk by chunk.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// A body that is all there and was not read yet.
        fileprivate var whole: Data
        fileprivate let pull: (() async throws -> Data?)?

        /// The next chunk, or `nil` at the end.
        public mutating func next() async throws -> Data? {
            guard let pull else {
                defer { whole = Data() }
                return whole.isEmpty ? nil : whole
            }
            while let chunk = try await pull() {
                // A chunk without bytes says nothing, and readers rely on progress.
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }
}

extension Body {
    /// How many bytes it has, if it is all there.
    var wholeCount: Int? { if case .whole(let data) = content { data.count } else { nil } }

    /// Reads the whole body into memory.
    ///
    /// - Throws: ``LoadError`` with code ``LoadError/Code/tooLarge`` when it is longer than
    ///   `limit`, or what reading it throws.
    public func collect(upTo limit: ByteCount) async throws -> Data {
        if case .whole(let data) = content, data.count <= limit.bytes { return data }
        var whole = Data()
        for try await chunk in self {
            guard whole.count + chunk.count <= limit.bytes else {
                throw LoadError(.tooLarge, "The body is longer than the limit of \(limit).")
            }
            // Most bodies are one chunk, which need not be copied.
            if whole.isEmpty, chunk.startIndex == 0 { whole = chunk } else { whole.append(chunk) }
        }
        return whole
    }

    /// Reads a body that nobody wants, so that its connection can be used again: what little there
    /// may be, for a second at most by the system's clock, as bytes arrive by no other.
    func readOut() async {
        if case .whole = content { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await self.collect(upTo: .kibibytes(64)) }
            group.addTask { try? await TimeSource.system.sleep(.seconds(1)) }
            await group.next()
            group.cancelAll()
        }
    }
}
