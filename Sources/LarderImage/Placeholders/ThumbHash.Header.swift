extension ThumbHash {
    /// The constants that a hash begins with.
    ///
    /// Three bytes hold the mean brightness (6 bits), the mean of yellow against blue (6) and of
    /// red against green (6), the range of brightness (5) and whether there is alpha (1). Two
    /// hold the shorter side's count of frequencies (3), the ranges of the differences (6 each)
    /// and whether the picture is wider than high (1). With alpha, one more holds its mean and
    /// its range (4 each).
    struct Header {
        var brightness: Double
        var brightnessRange: Double
        /// Yellow against blue, -1 to 1.
        var yellow: Double
        var yellowRange: Double
        /// Red against green, -1 to 1.
        var red: Double
        var redRange: Double
        var alpha: Double
        var alphaRange: Double
        var hasAlpha: Bool
        var isLandscape: Bool
        /// The frequencies of brightness along the shorter side, 0 to 7 as stored.
        var shortSide: Int

        /// Reads at least five bytes; a sixth that is missing counts as 0.
        init(_ bytes: [UInt8]) {
            let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
            let second = Int(bytes[3]) | Int(bytes[4]) << 8
            brightness = Double(first & 63) / 63
            yellow = Double(first >> 6 & 63) / 31.5 - 1
            red = Double(first >> 12 & 63) / 31.5 - 1
            brightnessRange = Double(first >> 18 & 31) / 31
            hasAlpha = first >> 23 == 1
            shortSide = second & 7
            yellowRange = Double(second >> 3 & 63) / 63
            redRange = Double(second >> 9 & 63) / 63
            isLandscape = second >> 15 == 1
            let third = hasAlpha && bytes.count > 5 ? Int(bytes[5]) : 0
            alpha = hasAlpha ? Double(third & 15) / 15 : 1
            alphaRange = Double(third >> 4) / 15
        }
    }
}

extension ThumbHash.Header {
    /// The frequencies of brightness across and down, as stored: their ratio is the picture's.
    var grid: (across: Int, down: Int) {
        let long = Self.longSide(hasAlpha: hasAlpha)
        return isLandscape ? (long, shortSide) : (shortSide, long)
    }

    /// The triangles of frequencies that follow the header, in their order.
    var triangles: [ThumbHash.Triangle] {
        let brightness = ThumbHash.Triangle(max(3, grid.across), max(3, grid.down))
        let differences = [ThumbHash.Triangle(3, 3), ThumbHash.Triangle(3, 3)]
        return [brightness] + differences + (hasAlpha ? [ThumbHash.Triangle(5, 5)] : [])
    }

    /// The bytes before the frequencies.
    var headerByteCount: Int { hasAlpha ? 6 : 5 }

    /// The whole hash's length.
    var byteCount: Int {
        let factors = triangles.reduce(0) { $0 + $1.frequencies.count }
        return headerByteCount + (factors + 1) / 2
    }

    /// With alpha fewer frequencies of brightness are kept, to make room for those of alpha.
    static func longSide(hasAlpha: Bool) -> Int { hasAlpha ? 5 : 7 }
}

extension ThumbHash {
    /// Which frequencies of a channel are kept: those below a diagonal, without the mean.
    struct Triangle {
        let across: Int
        let down: Int

        init(_ across: Int, _ down: Int) {
            self.across = across
            self.down = down
        }

        /// The frequencies kept, row by row.
        var frequencies: [(x: Int, y: Int)] {
            (0..<down).flatMap { y in
                (0..<across).lazy
                    .filter { x in x * down < across * (down - y) && (x, y) != (0, 0) }
                    .map { x in (x, y) }
            }
        }
    }
}
