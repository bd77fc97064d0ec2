import Foundation
import Larder
import LarderImage

/// A loader whose origin makes a picture as wide as the path's number, or fails.
struct UIScene {
    private struct Numbers: Origin {
        func send(_ request: OriginRequest) async throws -> OriginResponse {
            guard let width = Int(request.url.lastPathComponent) else {
                return OriginResponse(status: 404, fields: [:], body: Body(Data()))
            }
            let size = PixelSize(width: width, height: 4)
            let bitmap = try Bitmap(size: size, alpha: .opaque) { _ in }
            return OriginResponse(
                status: 200, fields: ["Cache-Control": "max-age=60"],
                body: Body(try ImageCodecs.standard.encode(bitmap, as: .png)))
        }
    }

    let images = ImageLoader(
        loader: Loader(
            cache: MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) },
            configuration: .init(origin: Numbers())))

    func url(_ path: String) -> URL? { URL(string: "http://pictures.invalid/\(path)") }

    /// Loads a picture, so that it is in memory.
    func warm(_ path: String) async throws {
        if let url = url(path) { _ = try await images.image(at: url) }
    }
}

extension ImagePresenter.Outcome {
    var name: String {
        switch self {
        case .shown: "shown"
        case .failed: "failed"
        case .overtaken: "overtaken"
        case .cleared: "cleared"
        }
    }
}

/// Calls `body` with a completion and waits until it was called.
@MainActor
func outcome(_ body: (@escaping ImagePresenter.Completion) -> Void) async -> String {
    await withCheckedContinuation { continuation in
        body { continuation.resume(returning: $0.name) }
    }
}
