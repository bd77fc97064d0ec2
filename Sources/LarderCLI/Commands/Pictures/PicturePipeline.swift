#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

/// Loads pictures and makes of them what is asked for, on threads of its own.
struct PicturePipeline: Sendable {
    let loader: Loader
    private let pool = WorkerPool(threads: max(1, ProcessInfo.processInfo.activeProcessorCount))

    /// The longest picture that is read.
    static let limit = ByteCount.mebibytes(256)

    init(_ loader: Loader) {
        self.loader = loader
    }

    /// A picture, and what it came with.
    struct Picture: Sendable {
        let bitmap: Bitmap
        let source: FetchResult.Source
    }
}

extension PicturePipeline {
    /// The picture that `request` names, at the size of `target`, after `steps`.
    ///
    /// - Throws: `LoadError`, also for an answer that is no success, or `ImageError`.
    func picture(
        for request: Request, target: TargetSize = .full, steps: [ImageStep] = []
    ) async throws -> Picture {
        let response = try await loader.response(for: request)
        guard response.isSuccess else {
            throw LoadError(
                .status, "The server answered with status \(response.status).", url: request.url)
        }
        let bytes = try await response.data(upTo: Self.limit)
        let bitmap = try await pool.run {
            let options = DecodeOptions(target: target)
            return try ImageCodecs.standard.decode(bytes, options: options).applying(steps)
        }
        return Picture(bitmap: bitmap, source: FetchResult.Source(response))
    }
}
