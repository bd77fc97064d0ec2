/// A colour in sRGB, its parts not multiplied by alpha.
public struct ImageColor: Hashable, Sendable {
    /// Red.
    public var red: UInt8
    /// Green.
    public var green: UInt8
    /// Blue.
    public var blue: UInt8
    /// 0 is transparent, 255 opaque.
    public var alpha: UInt8

    /// Makes a colour; opaque unless `alpha` says otherwise.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

extension ImageColor {
    /// No colour at all.
    public static let clear = ImageColor(red: 0, green: 0, blue: 0, alpha: 0)
    /// Black.
    public static let black = ImageColor(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = ImageColor(red: 255, green: 255, blue: 255)

    /// The same colour with another alpha.
    public func withAlpha(_ alpha: UInt8) -> ImageColor {
        ImageColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Makes a colour of parts from 0 to 1; what is outside is clamped.
    init(unit parts: SIMD4<Double>) {
        func byte(_ part: Double) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
        self.init(
            red: byte(parts.x), green: byte(parts.y), blue: byte(parts.z), alpha: byte(parts.w))
    }

    /// The parts multiplied by alpha, in the order red, green, blue, alpha.
    var premultiplied: SIMD4<UInt8> {
        func product(_ part: UInt8) -> UInt8 { PixelMath.product(part, alpha) }
        return SIMD4(product(red), product(green), product(blue), alpha)
    }
}

extension ImageColor: CustomStringConvertible {
    /// The colour as `#rrggbbaa`.
    public var description: String {
        let digits = [red, green, blue, alpha].map { part in
            (part < 16 ? "0" : "") + String(part, radix: 16)
        }
        return "#" + digits.joined()
    }
}
