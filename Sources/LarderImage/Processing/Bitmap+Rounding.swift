extension Bitmap {
    func rounded(radius: Double, corners: ImageStep.Corners) throws -> Bitmap {
        let shape = RoundedShape(size, radius: radius, corners: corners)
        guard shape.radius > 0, !corners.isEmpty else { return self }
        return try clipped(to: shape)
    }

    func circled() throws -> Bitmap {
        let side = min(width, height)
        let square = try cropped(to: PixelSize(width: side, height: side), anchor: .center)
        return try square.clipped(to: RoundedShape(square.size, radius: .infinity))
    }

    func bordered(width border: Int, color: ImageColor, radius: Double) throws -> Bitmap {
        let outer = RoundedShape(size, radius: radius)
        guard border > 0 else { return try clipped(to: outer) }
        let inner = RoundedShape(size, inset: border, radius: outer.radius - Double(border))
        let line = color.premultiplied
        let isClear = line.w < 255 || outer.radius > 0
        return try redrawn(alpha: isClear ? .premultiplied : nil) { source, pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = source[x, y]
                    let inside = inner.cover(x, y)
                    let ring = outer.cover(x, y) - inside
                    pixels[y * width + x] =
                        pixel.scaled(by: inside) &+ line.over(pixel).scaled(by: ring)
                }
            }
        }
    }

    private func clipped(to shape: RoundedShape) throws -> Bitmap {
        guard shape.radius > 0 else { return self }
        let reach = shape.reach
        return try redrawn(alpha: .premultiplied) { source, pixels in
            for y in 0..<height {
                source.copy(x: 0, y: y, count: width, to: pixels, at: y * width)
                guard min(y, height - 1 - y) < reach else { continue }
                for x in 0..<width where min(x, width - 1 - x) < reach {
                    pixels[y * width + x] = source[x, y].scaled(by: shape.cover(x, y))
                }
            }
        }
    }
}
