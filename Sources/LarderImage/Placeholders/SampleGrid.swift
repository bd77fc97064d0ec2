/// A picture reduced to at most 100 by 100 samples, for what needs no detail.
struct SampleGrid {
    let width: Int
    let height: Int
    /// Red, green, blue, alpha from 0 to 1, colours multiplied by alpha, row by row.
    let samples: [SIMD4<Double>]

    init(width: Int, height: Int, samples: [SIMD4<Double>]) {
        self.width = width
        self.height = height
        self.samples = samples
    }
}

extension SampleGrid {
    /// The longest side.
    static let limit = 100

    /// Samples `bitmap`. A picture within the limit is taken pixel by pixel; of a larger one each
    /// sample is the mean of up to 16 pixels spread over its part.
    init(_ bitmap: Bitmap) {
        let longest = max(bitmap.width, bitmap.height)
        func side(_ length: Int) -> Int {
            longest <= Self.limit ? length : max(1, length * Self.limit / longest)
        }
        width = side(bitmap.width)
        height = side(bitmap.height)
        let columns = Self.places(width, of: bitmap.width)
        let rows = Self.places(height, of: bitmap.height)
        let bytesPerRow = bitmap.bytesPerRow
        samples = bitmap.withUnsafeBytes { bytes in
            rows.flatMap { rows in
                columns.map { Self.mean(bytes, bytesPerRow, columns: $0, rows: rows) }
            }
        }
    }

    /// The mean colour, its parts not multiplied by alpha, and the sum of alpha's mean.
    var meanColor: SIMD4<Double> {
        let sum = samples.reduce(SIMD4(repeating: 0), +)
        guard sum.w > 0 else { return SIMD4(repeating: 0) }
        return SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, 0)
    }

    /// For each of `count` parts of a side, up to four pixels spread over it.
    private static func places(_ count: Int, of length: Int) -> [[Int]] {
        (0..<count).map { part in
            let start = part * length / count
            let end = max(start + 1, (part + 1) * length / count)
            let taken = min(4, end - start)
            return (0..<taken).map { start + (2 * $0 + 1) * (end - start) / (2 * taken) }
        }
    }

    private static func mean(
        _ bytes: UnsafeRawBufferPointer, _ bytesPerRow: Int, columns: [Int], rows: [Int]
    ) -> SIMD4<Double> {
        var sum = SIMD4<Double>(repeating: 0)
        for y in rows {
            for x in columns {
                let place = y * bytesPerRow + x * 4
                sum += SIMD4(
                    Double(bytes[place]), Double(bytes[place + 1]), Double(bytes[place + 2]),
                    Double(bytes[place + 3]))
            }
        }
        return sum / (255 * Double(columns.count * rows.count))
    }
}
