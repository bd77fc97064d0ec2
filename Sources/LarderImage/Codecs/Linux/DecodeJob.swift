#if os(Linux)

import CImageCodecs
import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One call into a format's library: what C asks while it decodes is answered here.
final class DecodeJob {
    private let format: ImageFormat
    private let options: DecodeOptions
    private let interruption: Interruption
    private let probes: Bool
    private var info: ImageInfo?
    private var failure: (any Error)?

    init(format: ImageFormat, options: DecodeOptions, probes: Bool) {
        self.format = format
        self.options = options
        self.probes = probes
        interruption = Interruption(options)
    }
}

extension DecodeJob {
    func probe(_ bytes: Data, with decoder: LibraryCodec.Decoder) throws -> ImageInfo {
        let (status, image) = run(bytes, with: decoder)
        guard let info else { throw error(for: status, image) }
        return info
    }

    func decode(_ bytes: Data, with decoder: LibraryCodec.Decoder) throws -> Bitmap {
        let (status, image) = run(bytes, with: decoder)
        return try bitmap(status, image)
    }

    /// Opens a picture frame by frame. The caller closes what it gets.
    func open(
        _ bytes: Data, with opener: LibraryCodec.Opener
    ) throws -> (OpaquePointer, ImageInfo) {
        var animation: OpaquePointer?
        let (status, image) = run(bytes) { opener($0, &animation, $1) }
        guard status == LARDER_IMAGE_OK, let animation, let info else {
            throw error(for: status, image)
        }
        return (animation, info)
    }

    /// Opens a picture that still arrives. The caller closes what it gets.
    func openPreview(with opener: LibraryCodec.PreviewOpener) -> OpaquePointer? {
        var job = cJob(over: UnsafeRawBufferPointer(start: nil, count: 0))
        return opener(&job)
    }

    /// Calls into C with this job for its callbacks.
    func call(
        _ body: (
            UnsafeMutableRawPointer, UnsafeMutablePointer<larder_image>
        ) -> larder_image_status
    ) throws {
        if shouldStop(), let failure { throw failure }
        var image = larder_image()
        let status = withExtendedLifetime(self) { body(context, &image) }
        guard status == LARDER_IMAGE_OK else { throw error(for: status, image) }
    }

    /// Calls into C for pixels.
    func bitmap(
        _ body: (
            UnsafeMutableRawPointer, UnsafeMutablePointer<larder_image>
        ) -> larder_image_status
    ) throws -> Bitmap {
        if shouldStop(), let failure { throw failure }
        var image = larder_image()
        let status = withExtendedLifetime(self) { body(context, &image) }
        return try bitmap(status, image)
    }

    private func bitmap(_ status: larder_image_status, _ image: larder_image) throws -> Bitmap {
        guard status == LARDER_IMAGE_OK, let pixels = image.pixels else {
            throw error(for: status, image)
        }
        let size = PixelSize(width: Int(image.width), height: Int(image.height))
        let memory = UnsafeMutableRawBufferPointer(start: pixels, count: size.pixelCount * 4)
        return try Bitmap(
            storage: Bitmap.Storage(adopting: memory), size: size, bytesPerRow: size.width * 4,
            alpha: image.has_alpha ? .premultiplied : .opaque, colorSpace: options.colorSpace,
            isPartial: image.partial)
    }

    private func run(
        _ bytes: Data,
        with decoder: (
            UnsafePointer<larder_image_job>?, UnsafeMutablePointer<larder_image>?
        ) -> larder_image_status
    ) -> (larder_image_status, larder_image) {
        var image = larder_image()
        let status = bytes.withUnsafeBytes { bytes in
            var job = cJob(over: bytes)
            return withExtendedLifetime(self) { decoder(&job, &image) }
        }
        return (status, image)
    }

    private func cJob(over bytes: UnsafeRawBufferPointer) -> larder_image_job {
        let limits = options.limits
        var job = larder_image_job()
        job.bytes = bytes.bindMemory(to: UInt8.self).baseAddress
        job.size = bytes.count
        job.max_pixels = UInt64(clamping: limits.pixels)
        job.max_memory = UInt64(clamping: limits.memory.bytes)
        job.max_scans = UInt32(clamping: limits.scans)
        job.max_warnings = UInt32(clamping: limits.warnings)
        job.max_frames = UInt32(clamping: limits.frames)
        job.max_metadata = Int(clamping: max(limits.metadata.bytes, 0))
        job.context = context
        job.plan = { context, header, plan in
            guard let context, let header, let plan else { return false }
            return DecodeJob.from(context).plan(header.pointee, &plan.pointee)
        }
        job.should_stop = { context in
            context.map { DecodeJob.from($0).shouldStop() } ?? true
        }
        return job
    }

    private var context: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(self).toOpaque()
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> DecodeJob {
        Unmanaged<DecodeJob>.fromOpaque(context).takeUnretainedValue()
    }
}

// MARK: - What C asks

extension DecodeJob {
    private func shouldStop() -> Bool {
        failure = interruption.reason
        return failure != nil
    }

    private func plan(_ header: larder_image_header, _ plan: inout larder_image_plan) -> Bool {
        let info = ImageInfo(header, format: format)
        self.info = info
        if probes { return false }
        do {
            try options.limits.check(info)
            try fill(&plan, for: info)
            return !shouldStop()
        } catch {
            failure = error
            return false
        }
    }

    private func fill(_ plan: inout larder_image_plan, for info: ImageInfo) throws {
        let shown = try options.target.placement(of: info.size)
        let swaps = info.orientation.swapsAxes
        plan.x = swaps ? shown.y : shown.x
        plan.y = swaps ? shown.x : shown.y
        plan.width = swaps ? shown.height : shown.width
        plan.height = swaps ? shown.width : shown.height
        let size = info.orientation.displayed(shown.size)
        plan.out_width = UInt32(clamping: size.width)
        plan.out_height = UInt32(clamping: size.height)
        plan.orientation = Int32(info.orientation.rawValue)
        plan.best = options.quality == .best
        plan.display_p3 = options.colorSpace == .displayP3
    }
}

// MARK: - Errors

extension DecodeJob {
    private func error(for status: larder_image_status, _ image: larder_image) -> any Error {
        if let failure { return failure }
        var image = image
        let detail = LibraryCodec.text(of: &image.message)
        let end = detail.isEmpty ? "." : ": \(detail)."
        let (code, message): (ImageError.Code, String) =
            switch status {
            case LARDER_IMAGE_UNSUPPORTED: (.unsupported, "This kind of \(format) is not read")
            case LARDER_IMAGE_TOO_LARGE: (.tooLarge, "The \(format) passes the limits")
            case LARDER_IMAGE_TOO_MUCH_MEMORY:
                (
                    .tooLarge,
                    "Decoding the \(format) takes more memory than the \(options.limits.memory) "
                        + "that are allowed"
                )
            case LARDER_IMAGE_NO_MEMORY: (.outOfMemory, "There is no memory for the \(format)")
            default: (.damaged, "The \(format) is damaged")
            }
        return ImageError(code, message + end, format: format)
    }
}

#endif
