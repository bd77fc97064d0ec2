import CImageCodecs
import Larder

extension Bitmap {
    /// The picture at the size that `target` makes of it.
    ///
    /// The filter is the one that decoding uses: Lanczos on the stored numbers. Blocks until it
    /// is done; some milliseconds for a megapixel.
    ///
    /// - Throws: ``ImageError`` with ``ImageError/Code/invalidArgument`` for an impossible target,
    ///   ``ImageError/Code/tooLarge`` for one beyond `limits`, or
    ///   ``ImageError/Code/outOfMemory``.
    public func resized(
        to target: TargetSize, limits: ImageLimits = .standard
    ) throws -> Bitmap {
        try applying([.resize(target)], limits: limits)
    }

    func drawn(at target: TargetSize) throws -> Bitmap {
        let place = try target.placement(of: size)
        guard changes(place) else { return self }
        return try Bitmap(
            size: place.size, alpha: alpha, colorSpace: colorSpace, isPartial: isPartial
        ) { pixels in
            guard fill(pixels, with: place) else {
                throw ImageError(.outOfMemory, "There is no memory to resize a picture.")
            }
        }
    }

    private func changes(_ place: TargetSize.Placement) -> Bool {
        place.width != Double(width) || place.height != Double(height) || place.size != size
    }

    /// Bytes that the new picture takes, and the filter.
    func memory(for place: TargetSize.Placement) -> [UInt64] {
        guard changes(place) else { return [] }
        var job = job(for: place)
        return [place.size.memory, larder_resize_memory(&job)]
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
