import LarderImage

/// Thumbnails in rows on one picture.
struct ContactSheet {
    /// The most that a sheet may hold; more would pass what viewers open.
    static let largestCount = 5000

    private let columns: Int
    private let cell: PixelSize
    private let gap: Int
    private let pictures: [Bitmap]

    /// Lays `pictures` out in cells as large as the largest of them.
    init(_ pictures: [Bitmap], columns: Int, gap: Int = 8) {
        self.columns = max(1, min(columns, pictures.count))
        self.gap = gap
        self.pictures = pictures
        cell = PixelSize(
            width: pictures.map(\.width).max() ?? 1, height: pictures.map(\.height).max() ?? 1)
    }
}

extension ContactSheet {
    private static let ground: UInt8 = 0x22

    private var size: PixelSize {
        let rows = max(1, (pictures.count + columns - 1) / columns)
        return PixelSize(
            width: columns * (cell.width + gap) + gap, height: rows * (cell.height + gap) + gap)
    }

    func bitmap() throws -> Bitmap {
        try Bitmap(size: size, alpha: .opaque) { bytes in
            for place in stride(from: 0, to: bytes.count, by: 4) {
                for part in 0..<3 { bytes[place + part] = Self.ground }
                bytes[place + 3] = 255
            }
            for (index, picture) in pictures.enumerated() {
                draw(picture, at: origin(of: index, picture), in: bytes)
            }
        }
    }

    /// The upper left corner that centres the picture in its cell.
    private func origin(of index: Int, _ picture: Bitmap) -> (x: Int, y: Int) {
        let (row, column) = (index / columns, index % columns)
        return (
            gap + column * (cell.width + gap) + (cell.width - picture.width) / 2,
            gap + row * (cell.height + gap) + (cell.height - picture.height) / 2
        )
    }

    private func draw(
        _ picture: Bitmap, at origin: (x: Int, y: Int), in bytes: UnsafeMutableRawBufferPointer
    ) {
        let stride = size.width * 4
        picture.withUnsafeBytes { source in
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let from = y * picture.bytesPerRow + x * 4
                    let to = (origin.y + y) * stride + (origin.x + x) * 4
                    let rest = 255 - Int(source[from + 3])
                    for part in 0..<3 {
                        let behind = Int(bytes[to + part]) * rest / 255
                        bytes[to + part] = UInt8(min(255, Int(source[from + part]) + behind))
                    }
                }
            }
        }
    }
}
