import Larder
import Testing

@testable import LarderCLI

@Suite struct ValueTests {
    @Test(arguments: [
        ("0", 0), ("200", 200), ("1k", 1024), ("1K", 1024), ("64 KiB", 65_536), ("1.5M", 1_572_864),
        ("2GiB", 2_147_483_648), ("3b", 3), ("1T", 1 << 40),
    ])
    func `sizes are read in powers of 1024`(text: String, bytes: Int) {
        #expect(ByteCount(text: text) == .bytes(bytes))
    }

    @Test(arguments: [
        "", "k", "-1", "1x", "1.2.3", "9e99", "99999999999G", "1kk", "iB", "1iB", "٣",
    ])
    func `what is no size is refused`(text: String) {
        #expect(ByteCount(text: text) == nil)
    }

    @Test(arguments: [
        ("90s", Duration.seconds(90)), ("15m", .seconds(900)), ("12h", .seconds(43_200)),
        ("30d", .seconds(2_592_000)), ("2w", .seconds(1_209_600)), ("0.5h", .seconds(1800)),
    ])
    func `times are read with their units`(text: String, duration: Duration) {
        #expect(Duration(text: text) == duration)
    }

    @Test(arguments: ["", "10", "d", "-1d", "1y", "1 d", "99999999999999w", "nans"])
    func `what is no time is refused`(text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test func `a value outside its range or its choices is refused with both`() {
        let arguments = Arguments(values: ["--quality": ["101"], "--policy": ["imutable"]])
        #expect {
            try arguments.number("--quality", in: 0...100)
        } throws: {
            "\($0)".contains("from 0 to 100")
        }
        #expect {
            try arguments.choice("--policy", of: [("immutable", 1), ("standard", 2)])
        } throws: {
            "\($0)".contains("Did you mean immutable?") && "\($0)".contains("standard")
        }
    }
}
