import Foundation
import LarderImage
import Testing

/// AVIF files that Larder does not write itself.
struct OddAVIFTests {
    /// 16×16 pixels with an alpha, their colours premultiplied and packed with loss.
    private let premultiplied = Data(
        base64Encoded: """
            AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGbbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGlj\
            dAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAB8gAA\
            ACsAAgAAAAEAAAHDAAAALwAAAEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5m\
            ZQIAAAAAAgAAYXYwMUFscGhhAAAAAChpcmVmAAAAAAAAAA5wcmVtAAEAAQACAAAADmF1eGwAAgABAAEAAADD\
            aXBycAAAAJ1pcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAA\
            E2NvbHJuY2x4AAEADQAGgAAAAA5waXhpAAAAAAEIAAAADGF2MUOBABwAAAAAOGF1eEMAAAAAdXJuOm1wZWc6\
            bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAeaXBtYQAAAAAAAAACAAEEAQKDBAACBAEF\
            hgcAAABibWRhdBIACgUYDP/YVDIkEABt1lkiZ9A9fkQJkKOIN/Nq9ToazfGQrsgkBlxQpG9WS48YEgAKCDgM\
            /9hAQ0GkMh0bQBxxxwQANBUrwruW62l6ysENk2gvpUb/PomOcA==
            """)

    @Test func `colours that passed their alpha are cut to it`() throws {
        let bitmap = try ImageCodecs.standard.decode(#require(premultiplied))
        #expect(bitmap.size == PixelSize(width: 16, height: 16))
        for y in 0..<16 {
            for x in 0..<16 {
                let pixel = bitmap[x, y]
                #expect(max(pixel.red, pixel.green, pixel.blue) <= pixel.alpha)
            }
        }
    }
}
