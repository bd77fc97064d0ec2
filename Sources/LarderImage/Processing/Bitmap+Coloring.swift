extension Bitmap {
    func tinted(_ color: ImageColor) throws -> Bitmap {
        let wash = color.premultiplied
        return try mapped { pixel in
            var mixed = wash.scaled(by: pixel.w) &+ pixel.scaled(by: 255 - wash.w)
            mixed.w = pixel.w
            return mixed
        }
    }

    /// Weights of BT.709 in 256ths. They add up to 256, so white stays white and no colour
    /// outgrows its alpha.
    func grayscaled() throws -> Bitmap {
        try mapped { pixel in
            let sum = 54 * UInt32(pixel.x) + 183 * UInt32(pixel.y) + 19 * UInt32(pixel.z) + 128
            let gray = UInt8(truncatingIfNeeded: sum >> 8)
            return SIMD4(gray, gray, gray, pixel.w)
        }
    }
}
