import Larder

extension ImageLoader {
    /// Decodes a picture to the size that its plan names and does the rest of its steps, on a
    /// thread of the loader's own.
    func decode(
        _ fetched: FetchedPicture, _ plan: DecodePlan, _ request: ImageRequest,
        _ flight: PictureDeck.Flight, wantsHash: Bool
    ) async throws -> (DecodedPicture, ThumbHash?) {
        let codecs = configuration.codecs
        return try await onPool(flight) { flag in
            let options = self.options(plan.target, flag)
            let (info, decoded) = try Self.staged(.decoding, request, fetched) {
                (
                    try codecs.probe(fetched.bytes, limits: options.limits),
                    try codecs.decode(fetched.bytes, options: options)
                )
            }
            let hash = wantsHash && !decoded.isPartial ? ThumbHash(decoded) : nil
            let picture = self.picture(decoded, info, plan, fetched)
            let processed = try Self.staged(.processing, request, fetched) {
                try self.process(picture, plan.rest, flag)
            }
            return (processed, hash)
        }
    }

    /// A decoded bitmap with its frames, if there are more than one.
    private func picture(
        _ bitmap: Bitmap, _ info: ImageInfo, _ plan: DecodePlan, _ fetched: FetchedPicture
    ) -> DecodedPicture {
        // A picture whose frames cannot be had still has its first one.
        let animation =
            info.isAnimated
            ? try? configuration.codecs.animation(
                fetched.bytes, options: options(plan.target, CancelFlag()),
                budget: configuration.animationBudget) : nil
        return DecodedPicture(
            bitmap: bitmap, info: info, source: fetched.source, animation: animation,
            animationBudget: configuration.animationBudget)
    }

    /// Does `steps` to a picture. Blocks until it is done.
    func process(
        _ picture: DecodedPicture, _ steps: [ImageStep], _ flag: CancelFlag
    ) throws -> DecodedPicture {
        guard !steps.isEmpty else { return picture }
        return try picture.applying(
            steps, limits: configuration.limits,
            animationBudget: configuration.animationBudget, isCancelled: { flag.isSet })
    }

    func options(_ target: TargetSize, _ flag: CancelFlag) -> DecodeOptions {
        DecodeOptions(
            target: target, quality: configuration.quality,
            colorSpace: configuration.colorSpace, limits: configuration.limits,
            time: configuration.time, isCancelled: { flag.isSet })
    }

    /// Does `work`; what it throws becomes a failure of `stage`, except cancellation.
    static func staged<Value>(
        _ stage: ImageLoadError.Stage, _ request: ImageRequest, _ fetched: FetchedPicture,
        _ work: () throws -> Value
    ) throws -> Value {
        do { return try work() } catch let error where !(error is CancellationError) {
            throw ImageLoadError(stage, request, response: fetched.head, cause: error)
        }
    }
}
