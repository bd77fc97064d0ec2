import Testing

@testable import Larder

@Suite struct `Byte counts` {
    @Test(arguments: [
        (0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB"), (50 << 20, "50 MiB"),
    ])
    func `read in the largest unit that fits`(bytes: Int, text: String) {
        #expect(ByteCount.bytes(bytes).description == text)
    }

    @Test func `saturate instead of trapping`() {
        #expect(ByteCount.gibibytes(.max) == .bytes(.max))
        #expect(ByteCount.bytes(.max) + .bytes(1) == .bytes(.max))
        #expect(ByteCount.bytes(.min) - .bytes(1) == .bytes(.min))
    }
}
