import LarderImage
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct TerminalPictureTests {
    @Test(arguments: [
        (["TERM": "xterm-kitty"], TerminalPicture.kitty),
        (["TERM_PROGRAM": "ghostty", "TERM": "x"], .kitty),
        (["TERM_PROGRAM": "iTerm.app", "TERM": "xterm"], .iTerm2),
        (["LC_TERMINAL": "iTerm2", "TERM": "xterm"], .iTerm2),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], .blocks(.all)),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .blocks(.all)),
        (["TERM": "xterm"], .blocks(.palette256)), (["TERM": "dumb"], .blocks(.none)),
        ([:], .blocks(.none)), (["TERM": "xterm-kitty", "NO_COLOR": "1"], .blocks(.none)),
        (["TERM": "xterm", "NO_COLOR": ""], .blocks(.palette256)),
    ])
    func `each terminal gets what it speaks`(
        environment: [String: String], spoken: TerminalPicture
    ) {
        #expect(TerminalPicture.spoken(in: environment) == spoken)
    }

    @Test func `a pixel above another is ink on ground, and transparency is neither`() throws {
        let pixels: [UInt8] = [
            255, 0, 0, 255, /**/ 0, 0, 0, 0, /**/ 0, 0, 0, 0, /**/ 0, 0, 0, 255,
            0, 0, 255, 255, /**/ 0, 0, 0, 0, /**/ 0, 255, 0, 255, /**/ 0, 0, 0, 0,
        ]
        let bitmap = try Bitmap(
            pixels: pixels, size: PixelSize(width: 4, height: 2), alpha: .premultiplied)
        #expect(
            HalfBlocks(bitmap: bitmap, colors: .all).text
                == "\u{1B}[0;38;2;255;0;0;48;2;0;0;255m▀\u{1B}[0m \u{1B}[0;38;2;0;255;0m▄"
                + "\u{1B}[0;38;2;0;0;0m▀\u{1B}[0m\n")
    }

    @Test func `without colours a picture is shades, and an odd last row is drawn`() throws {
        let bitmap = try Bitmap(size: PixelSize(width: 2, height: 3), alpha: .opaque) { bytes in
            for place in bytes.indices {
                bytes[place] = place % 8 < 4 ? 255 : place % 4 == 3 ? 255 : 0
            }
        }
        #expect(HalfBlocks(bitmap: bitmap, colors: .none).text == "@ \n@ \n")
    }

    @Test func `kitty gets its picture in pieces, of which only the last has no more`() {
        let text = TerminalPicture.kitty(png: Data(count: 10_000), columns: 40)
        let pieces = text.split(separator: "\u{1B}\\").filter { $0.contains(";") }
        #expect(pieces.count == 4)
        #expect(pieces.first?.contains("c=40,m=1;") == true)
        #expect(pieces.last?.contains("_Gm=0;") == true)
        #expect(pieces.allSatisfy { $0.split(separator: ";")[1].count <= 4096 })
    }

    @Test func `iTerm2 gets its picture whole`() {
        #expect(
            TerminalPicture.iTerm2(png: Data("png".utf8), columns: 5)
                == "\u{1B}]1337;File=inline=1;size=3;width=5;preserveAspectRatio=1:cG5n\u{07}\n")
    }
}
