import Foundation
import LarderImage
import Testing

struct ImageFormatTests {
    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], ImageFormat.jpeg),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webP),
            (Array("GIF89a".utf8), .gif),
            (Array("GIF87a".utf8), .gif),
            ([0, 0, 0, 0x14] + Array("ftypavif\0\0\0\0mif1".utf8), .avif),
            ([0, 0, 0, 0x18] + Array("ftypmif1\0\0\0\0miafavis".utf8), .avif),
            ([0, 0, 0, 0x14] + Array("ftypmif1\0\0\0\0heicavif".utf8), nil),
            (Array("<html>".utf8), nil),
            (Array("RIFF\0\0\0\0WAVE".utf8), nil),
            ([], nil),
            ([0xFF], nil),
            (Array("ftypavif".utf8), nil),
        ] as [([UInt8], ImageFormat?)])
    func `a format is told by its first bytes`(head: [UInt8], expected: ImageFormat?) {
        #expect(ImageFormat(detecting: Data(head)) == expected)
    }

    @Test func `a format is told in the middle of other data`() {
        let data = Data([1, 2, 3] + Array("GIF89a".utf8))
        #expect(ImageFormat(detecting: data[3...]) == .gif)
    }

    @Test func `bytes that are no picture give a typed error`() {
        #expect {
            try ImageCodecs.standard.decode(Data("hello".utf8))
        } throws: { error in
            (error as? ImageError)?.code == .notAnImage
        }
    }
}
