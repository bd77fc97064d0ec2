import Foundation
import Larder
import LarderImage

/// A picture that the gallery makes itself: a colour of its own, and a disc in a corner.
struct DemoPicture: Sendable {
    let index: Int
}

extension DemoPicture {
    static let size = PixelSize(width: 320, height: 240)

    var url: URL { URL(filePath: "/\(index)", relativeTo: nil).demo }

    var caption: String {
        switch kind {
        case .still: "Picture \(index)"
        case .moving: "Picture \(index), which moves"
        case .failing: "Picture \(index), which fails"
        }
    }

    enum Kind { case still, moving, failing }

    var kind: Kind {
        if index % 41 == 7 { return .failing }
        return index % 29 == 3 ? .moving : .still
    }

    /// The colour in the middle. Neighbours differ much, and no two of a list are the same.
    var color: ImageColor {
        let mixed = UInt32(truncatingIfNeeded: index) &* 0x9E37_79B1
        return ImageColor(
            red: UInt8(truncatingIfNeeded: mixed >> 24),
            green: UInt8(truncatingIfNeeded: mixed >> 16),
            blue: UInt8(truncatingIfNeeded: mixed >> 8))
    }

    func encoded() throws -> Data {
        if kind == .moving { return Self.movingPicture }
        let color = color
        let bitmap = try Bitmap(size: Self.size, alpha: .opaque) { pixels in
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let isDisc = (x - 40) * (x - 40) + (y - 40) * (y - 40) < 900
                    let parts = isDisc ? [255, 255, 255] : [color.red, color.green, color.blue]
                    let place = (y * Self.size.width + x) * 4
                    for part in 0..<3 { pixels[place + part] = parts[part] }
                    pixels[place + 3] = 255
                }
            }
        }
        return try ImageCodecs.standard.encode(bitmap, as: .jpeg(quality: 90))
    }

    /// Red, green and blue in turn, a tenth of a second each: a GIF of 32×24 pixels.
    private static let movingPicture =
        Data(
            base64Encoded: """
                R0lGODlhIAAYAIEAAMgeHgAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAIAAYAAAI
                LwABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsaPHjyBDihxJsqTJjQEBACH5BAEKAAEALAAAAAAg
                ABgAgR7IHgAAAAAAAAAAAAgvAAEIHEiwoMGDCBMqXMiwocOHECNKnEixosWLGDNq3Mixo8ePIEOKHEmypMmN
                AQEAIfkEAQoAAQAsAAAAACAAGACBHh7IAAAAAAAAAAAACC8AAQgcSLCgwYMIEypcyLChw4cQI0qcSLGixYsY
                M2rcyLGjx48gQ4ocSbKkyY0BAQA7
                """, options: .ignoreUnknownCharacters) ?? Data()
}

extension URL {
    fileprivate var demo: URL { URL(string: "http://demo.invalid\(path)") ?? self }
}
