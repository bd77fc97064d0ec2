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
        guard place.size.pixelCount <= ImageLimits.standard.memory.bytes / 4 else {
            throw ImageError(.tooLarge, "A picture cannot be made \(place.size) pixels large.")
        }
        return try Bitmap(
            size: place.size, alpha: alpha, colorSpace: colorSpace, isPartial: isPartial
        ) { pixels in
            guard fill(pixels, with: place) else {
                throw ImageError(.outOfMemory, "There is no memory to resize a picture.")
            }
        }
    }

    private func fill(_ pixels: UnsafeMutableRawBufferPointer, with place: TargetSize.Placement)
        -> Bool
    {
        withUnsafeBytes { bytes in
            var job = larder_resize_job()
            job.pixels = bytes.bindMemory(to: UInt8.self).baseAddress
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
            job.out = pixels.bindMemory(to: UInt8.self).baseAddress
            return larder_resize(&job)
        }
    }
}
