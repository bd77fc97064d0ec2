#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

/// Makes thumbnails on threads of its own. What is no picture, or cannot be read, has none.
struct ThumbnailMaker: Sendable {
    private let side: Int
    private let pool: WorkerPool
    private let threads: Int

    init(side: Int) {
        self.side = side
        threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
        pool = WorkerPool(threads: threads)
    }
}

extension ThumbnailMaker {
    /// The items with their thumbnails, in their order.
    func items(_ window: ArraySlice<SheetSource.Item>) async throws -> [SheetItem] {
        try await each(window) { source in
            var item = source.item
            item.thumbnail = bitmap(source).flatMap(Self.encoded)
            return item
        }
    }

    /// The thumbnails of those that have one, in their order.
    func bitmaps(_ window: ArraySlice<SheetSource.Item>) async throws -> [Bitmap] {
        try await each(window) { bitmap($0) }.compactMap { $0 }
    }

    private func each<Result: Sendable>(
        _ window: ArraySlice<SheetSource.Item>,
        _ work: @escaping @Sendable (SheetSource.Item) -> Result
    ) async throws -> [Result] {
        var results: [(Int, Result)] = []
        let pool = pool
        try await Gathering.each(Array(window.indices), atMost: threads) { index in
            try await pool.run { (index, work(window[index])) }
        } handle: {
            results.append($0)
        }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func bitmap(_ source: SheetSource.Item) -> Bitmap? {
        // A damaged picture is a gap in the sheet and no reason to make none.
        guard let bytes = try? source.read(), ImageFormat(detecting: bytes) != nil else {
            return nil
        }
        let options = DecodeOptions(target: .fit(width: side, height: side), quality: .fast)
        return try? ImageCodecs.standard.decode(bytes, options: options)
    }

    private static func encoded(_ bitmap: Bitmap) -> SheetItem.Thumbnail? {
        let encoding: ImageEncoding = bitmap.isOpaque ? .jpeg(quality: 70) : .png
        guard let bytes = try? ImageCodecs.standard.encode(bitmap, as: encoding) else {
            return nil
        }
        return .init(
            width: bitmap.width, height: bitmap.height,
            type: (encoding.format ?? .jpeg).mediaType, bytes: bytes)
    }
}
