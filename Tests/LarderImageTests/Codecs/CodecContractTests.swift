import Foundation
import LarderImage
import LarderTesting
import Testing

struct CodecContractTests {
    /// One picture of each kind that can be written here, or that tests make byte by byte.
    static let samples: [(name: String, bytes: Data)] = {
        guard let photo = try? TestPicture.photo(width: 70, height: 50),
            let disc = try? TestPicture.disc(side: 40)
        else { return [] }
        let codecs = ImageCodecs.standard
        let encodings: [(String, Bitmap, ImageEncoding)] = [
            ("JPEG", photo, .jpeg(quality: 92)),
            ("progressive JPEG", photo, .jpeg(quality: 92, isProgressive: true)),
            ("PNG", photo, .png), ("clear PNG", disc, .png),
            (
                "interlaced PNG", disc,
                ImageEncoding(format: .png, isLossless: true, isProgressive: true)
            ),
            ("WebP", photo, .webP(quality: 90)), ("clear WebP", disc, .webP(quality: 90)),
            ("lossless WebP", disc, .webPLossless), ("AVIF", photo, .avif(quality: 80)),
            ("clear AVIF", disc, .avif(quality: 80)),
        ]
        let written = encodings.compactMap { name, bitmap, encoding in
            // Not every platform writes every format; what is not written is not a sample.
            (try? codecs.encode(bitmap, as: encoding)).map { (name: name, bytes: $0) }
        }
        let frames = (0..<3).map { index in
            TestGIF.Frame(
                width: 12, height: 10,
                pixels: (0..<120).map { UInt8(($0 + index) % 4) }, transparent: 3)
        }
        let gif = TestGIF(width: 12, height: 10, frames: frames, repeats: 0).data
        return written + [(name: "GIF", bytes: gif)]
    }()

    @Test(arguments: ImageCodecContract.checks, samples)
    func `each codec keeps the contract`(
        check: ImageCodecContract.Check, sample: (name: String, bytes: Data)
    ) throws {
        let codecs = ImageCodecs.standard.codecs
        let codec = try #require(codecs.first { $0.format(of: sample.bytes) != nil })
        try check.run(on: codec, with: sample.bytes)
    }
}
