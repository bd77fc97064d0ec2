import CImageCodecs
import Larder

extension Bitmap {
    /// The picture at the size that `target` makes of it.
    ///
    /// The filter is the one that decoding uses: Lanczos on the stored numbers. Blocks until it
    /// is done; some milliseconds for a megapixel.
    ///
    /// - Throws: ``ImageError`` with ``ImageError/Code/invalidArgument`` for an impossible target,
    ///   ``ImageError/Code/tooLarge`` for one beyond the standard ``ImageLimits``, or
    ///   ``ImageError/Code/outOfMemory``.
    public func resized(to target: TargetSize) throws -> Bitmap {
        let place = try target.placement(of: size)
        let isWhole = place.width == Double(width) && place.height == Double(height)
        if isWhole, place.size == size { return self }
        let limit = ImageLimits.standard.memory
        guard place.size.pixelCount <= limit.bytes / 4, memory(for: place) <= limit.bytes else {
            throw ImageError(
                .tooLarge,
                "Making a picture \(place.size) pixels large takes more memory than \(limit).")
        }
        return try Bitmap(
            size: place.size, alpha: alpha, colorSpace: colorSpace, isPartial: isPartial
        ) { pixels in
            guard fill(pixels, with: place) else {
                throw ImageError(.outOfMemory, "There is no memory to resize a picture.")
            }
        }
    }

    /// Bytes that the new picture and the filter take.
    private func memory(for place: TargetSize.Placement) -> UInt64 {
        var job = job(for: place)
        return UInt64(place.size.pixelCount) * 4 + larder_resize_memory(&job)
    }

    private func fill(
        _ pixels: UnsafeMutableRawBufferPointer, with place: TargetSize.Placement
    ) -> Bool {
        withUnsafeBytes { bytes in
            var job = job(for: place)
            job.pixels = bytes.bindMemory(to: UInt8.self).baseAddress
            job.out = pixels.bindMemory(to: UInt8.self).baseAddress
            return larder_resize(&job)
        }
    }

    /// The job without what it reads and writes.
    private func job(for place: TargetSize.Placement) -> larder_resize_job {
        var job = larder_resize_job()
        job.width = UInt32(clamping: width)
        job.height = UInt32(clamping: height)
        job.bytes_per_row = bytesPerRow
        job.has_alpha = !isOpaque
        job.part_x = place.x
        job.part_y = place.y
        job.part_width = place.width
        job.part_height = place.height
        job.out_width = UInt32(clamping: place.size.width)
        job.out_height = UInt32(clamping: place.size.height)
        return job
    }
}
