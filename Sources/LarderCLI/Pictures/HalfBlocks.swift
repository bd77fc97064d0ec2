import LarderImage

/// A picture in characters: each is a half block whose ink is the upper pixel and whose ground
/// is the lower one.
struct HalfBlocks {
    /// The colours that a terminal has.
    enum Colors: Equatable {
        case all, palette256, none
    }

    let bitmap: Bitmap
    let colors: Colors
}

extension HalfBlocks.Colors {
    init(_ environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let noColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        if noColor || term.isEmpty || term == "dumb" {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
            || term.hasSuffix("-direct") || term == "xterm-kitty"
        {
            self = .all
        } else {
            self = .palette256
        }
    }
}

extension HalfBlocks {
    /// The lines, each ending in a line break and with its colours reset.
    var text: String {
        stride(from: 0, to: bitmap.height, by: 2).map(line).joined()
    }

    private func line(_ y: Int) -> String {
        var line = ""
        var last = ""
        for x in 0..<bitmap.width {
            let upper = pixel(x, y)
            let lower = y + 1 < bitmap.height ? pixel(x, y + 1) : nil
            guard colors != .none else {
                line += Self.shade(upper, lower)
                continue
            }
            let (codes, block) = cell(upper, lower)
            if codes != last { line += "\u{1B}[0\(codes)m" }
            last = codes
            line += block
        }
        return line + (last.isEmpty ? "\n" : "\u{1B}[0m\n")
    }

    private func cell(_ upper: Pixel?, _ lower: Pixel?) -> (codes: String, block: String) {
        switch (upper, lower) {
        case (nil, nil): ("", " ")
        case (let upper?, nil): (ink(38, upper), "▀")
        case (nil, let lower?): (ink(38, lower), "▄")
        case (let upper?, let lower?): (ink(38, upper) + ink(48, lower), "▀")
        }
    }

    /// The code that sets the ink (38) or the ground (48).
    private func ink(_ place: Int, _ pixel: Pixel) -> String {
        colors == .all
            ? ";\(place);2;\(pixel.red);\(pixel.green);\(pixel.blue)"
            : ";\(place);5;\(pixel.paletteIndex)"
    }

    private static func shade(_ upper: Pixel?, _ lower: Pixel?) -> String {
        let lights = [upper, lower].compactMap { $0?.light }
        guard !lights.isEmpty else { return " " }
        let ramp = Array(" .:-=+*#%@")
        let light = lights.reduce(0, +) / Double(lights.count)
        return String(ramp[min(ramp.count - 1, Int(light * Double(ramp.count)))])
    }
}

extension HalfBlocks {
    struct Pixel {
        let red: Int
        let green: Int
        let blue: Int

        /// The nearest colour of the 6×6×6 cube that terminals of 256 colours have.
        var paletteIndex: Int {
            func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
            return 16 + 36 * step(red) + 6 * step(green) + step(blue)
        }

        /// From 0 to 1, weighted as eyes do (Rec. 709).
        var light: Double {
            (0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)) / 255
        }
    }

    /// The pixel's colour; `nil` where more than half of the ground shines through.
    private func pixel(_ x: Int, _ y: Int) -> Pixel? {
        bitmap.withUnsafeBytes { bytes in
            let place = y * bitmap.bytesPerRow + x * 4
            let alpha = Int(bytes[place + 3])
            guard alpha >= 128 else { return nil }
            func part(_ offset: Int) -> Int { min(255, Int(bytes[place + offset]) * 255 / alpha) }
            return Pixel(red: part(0), green: part(1), blue: part(2))
        }
    }
}
