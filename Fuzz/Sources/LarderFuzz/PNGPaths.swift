#if os(Linux)

import FoundationEssentials

@testable import LarderImage

extension FuzzTarget {
    /// Most PNG files are unpacked by ISA-L and our own filters. Whatever it is fed, the outcome is
    /// libpng's: for the bytes as they are, with checksums that let damage through to the pixels,
    /// and as the pixels of a file in order.
    static func comparePNG(_ data: Data) {
        var limits = Self.limits
        // On a busy machine one of the two might come to it.
        limits.duration = nil
        for bytes in [data, TestPNG.rechecked(data), made(of: [UInt8](data.dropFirst(8)))] {
            for target in [TargetSize.full, .exact(width: 5, height: 3)] {
                let options = DecodeOptions(target: target, limits: limits)
                let own = outcome(bytes, by: .png, options)
                precondition(own == outcome(bytes, by: .pngByLibpng, options), "PNG differs")
            }
        }
    }

    private static func outcome(
        _ bytes: Data, by codec: LibraryCodec, _ options: DecodeOptions
    ) -> Result<Bitmap, Failure> {
        Result { try codec.decode(bytes, options: options) }.mapError { Failure(text: "\($0)") }
    }

    private struct Failure: Error, Equatable {
        let text: String
    }

    private static func made(of bytes: [UInt8]) -> Data {
        guard bytes.count > 8 else { return Data() }
        let type = [0, 2, 3, 4, 6][Int(bytes[0]) % 5]
        let (width, height) = (Int(bytes[1]) % 80 + 1, Int(bytes[2]) % 9 + 1)
        let stride = TestPNG.rowLength(width: width, type: type) + 1
        let rows = (0..<stride * height).map { place in
            let byte = bytes[8 + place % (bytes.count - 8)]
            return place % stride == 0 ? byte % 5 : byte
        }
        var png = TestPNG(width: width, height: height, type: type, rows: rows)
        png.piece = bytes[3] == 0 ? Int.max : Int(bytes[3])
        if type == 3 {
            let colors = min(Int(bytes[4]) + 1, bytes.count / 3) * 3
            png.before = TestPNG.chunk("PLTE", Array(bytes.prefix(colors)))
        }
        let clear = type == 0 ? 2 : type == 2 ? 6 : Int(bytes[5])
        if bytes[6] % 2 == 0 { png.before += TestPNG.chunk("tRNS", Array(bytes.prefix(clear))) }
        return png.data
    }
}

#endif
