extension Bitmap {
    func cropped(to wanted: PixelSize, anchor: ImageAnchor) throws -> Bitmap {
        guard wanted.width >= 1, wanted.height >= 1 else {
            throw ImageError(.invalidArgument, "A picture cannot be cut to \(wanted) pixels.")
        }
        let size = size.within(wanted)
        let place = anchor.place(size, in: self.size)
        return try cut(x: place.x, y: place.y, size: size)
    }

    func cut(x: Int, y: Int, size wanted: PixelSize) throws -> Bitmap {
        let columns = Self.part(x, wanted.width, of: width)
        let rows = Self.part(y, wanted.height, of: height)
        guard !columns.isEmpty, !rows.isEmpty else {
            throw ImageError(
                .invalidArgument,
                "\(wanted) pixels at (\(x), \(y)) lie outside a picture of \(size).")
        }
        guard columns.count < width || rows.count < height else { return self }
        let size = PixelSize(width: columns.count, height: rows.count)
        return try redrawn(size: size) { source, pixels in
            for row in 0..<size.height {
                source.copy(
                    x: columns.lowerBound, y: rows.lowerBound + row, count: size.width,
                    to: pixels, at: row * size.width)
            }
        }
    }

    func padded(to wanted: PixelSize, anchor: ImageAnchor, color: ImageColor) throws -> Bitmap {
        let size = size.reaching(wanted)
        guard size != self.size else { return self }
        let place = anchor.place(self.size, in: size)
        let ground = color.premultiplied
        let showsThrough = ground.w < 255
        return try redrawn(size: size, alpha: showsThrough ? .premultiplied : .opaque) {
            source, pixels in
            pixels.update(repeating: ground)
            for y in 0..<height {
                let start = (place.y + y) * size.width + place.x
                for x in 0..<width { pixels[start + x] = source[x, y].over(ground) }
            }
        }
    }

    /// The part of `0..<length` that begins at `start` and is `count` long, as far as there is any.
    private static func part(_ start: Int, _ count: Int, of length: Int) -> Range<Int> {
        let (end, overflow) = start.addingReportingOverflow(max(0, count))
        let lower = min(max(0, start), length)
        return lower..<max(lower, min(overflow ? length : end, length))
    }
}
