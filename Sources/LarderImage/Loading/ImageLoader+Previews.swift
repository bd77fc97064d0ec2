import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ImageLoader {
    /// Reads a response's body whole; on the way previews go to those who want them.
    ///
    /// An answer from the cache is there at once, so it has no previews.
    func collect(
        _ response: Response, _ request: ImageRequest, _ flight: PictureDeck.Flight
    ) async throws -> Data {
        guard !response.cacheStatus.isHit, flight.wantsPreviews else {
            return try await response.data(upTo: configuration.byteLimit)
        }
        let flag = CancelFlag()
        return try await withTaskCancellationHandler {
            try await collectShowing(response, request, flight, flag)
        } onCancel: {
            flag.set()
        }
    }

    private func collectShowing(
        _ response: Response, _ request: ImageRequest, _ flight: PictureDeck.Flight,
        _ flag: CancelFlag
    ) async throws -> Data {
        let plan = DecodePlan(request.steps)
        let previews = ImagePreviews(
            options: options(plan.target, flag), codecs: configuration.codecs)
        var whole = Data()
        for try await chunk in response.body {
            guard whole.count + chunk.count <= configuration.byteLimit.bytes else {
                throw LoadError(
                    .tooLarge, "The picture is longer than \(configuration.byteLimit).",
                    url: response.url)
            }
            whole.append(chunk)
            let bytes = whole
            let preview = try await onPool(flight) { flag in
                try self.preview(previews.append(chunk), of: bytes, plan.rest, flag)
            }
            if let preview { flight.show(preview) }
        }
        return whole
    }

    private func preview(
        _ bitmap: Bitmap?, of bytes: Data, _ steps: [ImageStep], _ flag: CancelFlag
    ) throws -> LoadedImage? {
        guard let bitmap else { return nil }
        do {
            let info = try configuration.codecs.probe(bytes, limits: configuration.limits)
            let source = PictureSource(
                storageKey: "", content: ContentTag(Data()), life: .own(from: .zero),
                mayKeep: false)
            let picture = DecodedPicture(bitmap: bitmap, info: info, source: source)
            return LoadedImage(try process(picture, steps, flag), from: .origin, isPreview: true)
        } catch let error where !(error is CancellationError) {
            // The whole picture will fail in the same way, and say so.
            return nil
        }
    }
}
