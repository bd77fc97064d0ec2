extension Bitmap {
    typealias Pixels = UnsafeMutableBufferPointer<SIMD4<UInt8>>

    /// Makes a bitmap like this one of pixels that `draw` makes of this one's. Rows of the new
    /// one follow each other without pads.
    func redrawn(
        size: PixelSize? = nil, alpha: Alpha? = nil, by draw: (PixelSource, Pixels) -> Void
    ) throws -> Bitmap {
        try Bitmap(
            size: size ?? self.size, alpha: alpha ?? self.alpha, colorSpace: colorSpace,
            isPartial: isPartial
        ) { memory in
            withUnsafeBytes { bytes in
                draw(
                    PixelSource(bytes: bytes, size: self.size, bytesPerRow: bytesPerRow),
                    memory.bindMemory(to: SIMD4<UInt8>.self))
            }
        }
    }

    /// Makes a bitmap of the same size by changing each pixel on its own.
    func mapped(
        alpha: Alpha? = nil, _ change: (SIMD4<UInt8>) -> SIMD4<UInt8>
    ) throws -> Bitmap {
        try redrawn(alpha: alpha) { source, pixels in
            for y in 0..<height {
                for x in 0..<width { pixels[y * width + x] = change(source[x, y]) }
            }
        }
    }
}

/// Pixels that are lent for the length of a call.
struct PixelSource {
    let bytes: UnsafeRawBufferPointer
    let size: PixelSize
    let bytesPerRow: Int

    @inline(__always)
    subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        bytes.loadUnaligned(fromByteOffset: y * bytesPerRow + x * 4, as: SIMD4<UInt8>.self)
    }

    /// Copies `count` pixels from (`x`, `y`) on to `place` in `pixels`.
    func copy(x: Int, y: Int, count: Int, to pixels: Bitmap.Pixels, at place: Int) {
        let from = y * bytesPerRow + x * 4
        let row = UnsafeRawBufferPointer(rebasing: bytes[from..<from + count * 4])
        UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: pixels[place..<place + count])
        )
        .copyMemory(from: row)
    }
}

extension SIMD4<UInt8> {
    /// Each part times `factor / 255`, rounded.
    @inline(__always)
    func scaled(by factor: UInt8) -> SIMD4<UInt8> {
        let sum = SIMD4<UInt32>(truncatingIfNeeded: self) &* UInt32(factor) &+ 128
        return SIMD4<UInt8>(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
    }

    /// This premultiplied pixel laid over `ground`.
    @inline(__always)
    func over(_ ground: SIMD4<UInt8>) -> SIMD4<UInt8> {
        self &+ ground.scaled(by: 255 - w)
    }
}
