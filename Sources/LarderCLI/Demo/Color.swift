/// A colour of the drawn pictures, each part from 0 to 1.
struct Color {
    var red: Double
    var green: Double
    var blue: Double

    static let white = Color(red: 1, green: 1, blue: 1)

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A colour by its place on the colour circle; a hue of 1 is a hue of 0 again.
    init(hue: Double, saturation: Double, value: Double) {
        func part(_ offset: Double) -> Double {
            let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            let ramp = max(0, min(1, min(place, 4 - place)))
            return value * (1 - saturation * ramp)
        }
        self.init(red: part(5), green: part(3), blue: part(1))
    }
}

extension Color {
    func mixed(with other: Color, _ part: Double) -> Color {
        let part = max(0, min(1, part))
        return Color(
            red: red + (other.red - red) * part, green: green + (other.green - green) * part,
            blue: blue + (other.blue - blue) * part)
    }

    func scaled(by factor: Double) -> Color {
        Color(red: red * factor, green: green * factor, blue: blue * factor)
    }

    /// Writes the colour as an opaque pixel.
    func store(in bytes: UnsafeMutableRawBufferPointer, at place: Int) {
        func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, part * 255 + 0.5))) }
        bytes[place] = byte(red)
        bytes[place + 1] = byte(green)
        bytes[place + 2] = byte(blue)
        bytes[place + 3] = 255
    }
}
