/// Reads the orientation from EXIF data, which is a small TIFF file without a picture.
///
/// Every offset in it is the file's claim, so each read is checked. What cannot be read is `up`.
enum ExifOrientation {
    private static let orientationTag: UInt16 = 0x0112
    private static let longPrefix = Array("Exif\0\0".utf8)

    static func read(_ exif: UnsafeRawBufferPointer) -> ImageOrientation {
        var bytes = exif[...]
        // WebP files of some programs repeat JPEG's prefix.
        if bytes.starts(with: longPrefix) { bytes = bytes.dropFirst(longPrefix.count) }
        guard let tiff = TIFFReader(UnsafeRawBufferPointer(rebasing: bytes)),
            let directory = tiff.word32(at: 4).map(Int.init),
            let count = tiff.word16(at: directory)
        else { return .up }
        for entry in 0..<Int(count) {
            let place = directory + 2 + entry * 12
            guard let tag = tiff.word16(at: place) else { return .up }
            if tag == orientationTag { return orientation(tiff, at: place) }
        }
        return .up
    }

    private static func orientation(_ tiff: TIFFReader, at place: Int) -> ImageOrientation {
        let value: Int? =
            switch tiff.word16(at: place + 2) {
            case 3: tiff.word16(at: place + 8).map(Int.init)
            // Wrong, but written by some programs.
            case 4: tiff.word32(at: place + 8).map(Int.init)
            default: nil
            }
        return value.flatMap(ImageOrientation.init(rawValue:)) ?? .up
    }
}

/// Numbers in a TIFF file, in the byte order that its head names.
private struct TIFFReader {
    private let bytes: UnsafeRawBufferPointer
    private let isLittleEndian: Bool

    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if bytes.starts(with: Array("II".utf8)) {
            isLittleEndian = true
        } else if bytes.starts(with: Array("MM".utf8)) {
            isLittleEndian = false
        } else {
            return nil
        }
        guard word16(at: 2) == 42 else { return nil }
    }

    func word16(at place: Int) -> UInt16? {
        guard place >= 0, place <= bytes.count - 2 else { return nil }
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        return isLittleEndian ? UInt16(littleEndian: word) : UInt16(bigEndian: word)
    }

    func word32(at place: Int) -> UInt32? {
        guard place >= 0, place <= bytes.count - 4 else { return nil }
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isLittleEndian ? UInt32(littleEndian: word) : UInt32(bigEndian: word)
    }
}
