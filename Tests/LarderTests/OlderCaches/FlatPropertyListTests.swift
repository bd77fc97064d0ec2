import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct FlatPropertyListTests {
    private static let list = Dictionary(
        uniqueKeysWithValues: (0..<40).map { ("http...a.com.\($0)é.jpg", "/old/\($0)é.jpg") })

    private static func encoded(_ format: PropertyListDecoder.PropertyListFormat) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return try encoder.encode(list)
    }

    @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func `a flat list is read in both of its formats`(
        format: PropertyListDecoder.PropertyListFormat
    ) throws {
        #expect(try FlatPropertyList.decode(Self.encoded(format)) == Self.list)
    }

    @Test func `long texts and long lists are read`() throws {
        let long = Dictionary(
            uniqueKeysWithValues: (0..<300).map {
                ("\($0)", String(repeating: "x", count: $0 * 3))
            })
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        #expect(try FlatPropertyList.decode(encoder.encode(long)) == long)
    }

    @Test(arguments: [
        "", "bplist00", "<plist>", "{ a = b; }", "((((((", "<?xml version=\"1.0\"?><plist/>",
        "<?xml version=\"1.0\"?><plist><array/></plist>",
        "<?xml version=\"1.0\"?><plist><dict><key>a</key><integer>1</integer></dict></plist>",
        "<?xml version=\"1.0\" encoding=\"UTF-7\"?><plist><dict/></plist>",
        "<plist><dict><key>a</key><dict/></dict></plist>",
    ])
    func `what is no flat list of texts is refused`(text: String) {
        #expect(FlatPropertyList.decode(Data(text.utf8)) == nil)
    }

    @Test(arguments: ["array", "dict"])
    func `a list nested a hundred thousand deep is refused and not followed`(tag: String) {
        let deep = String(repeating: "<\(tag)>", count: 100_000)
        #expect(FlatPropertyList.decode(Data("<plist>\(deep)".utf8)) == nil)
    }

    @Test func `lists in UTF-16 are refused`() {
        let text = "<plist><dict/></plist>"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(FlatPropertyList.decode(Data([0xFF, 0xFE] + bytes)) == nil)
    }

    @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func `no damage to a list ends the process`(
        format: PropertyListDecoder.PropertyListFormat
    ) throws {
        let whole = try Array(Self.encoded(format))
        var random = Damage(state: 42)
        for _ in 0..<3000 { _ = FlatPropertyList.decode(Data(random.damaged(whole))) }
    }
}

/// Repeatable damage: cut, flipped or overwritten bytes, mostly near the end, where a binary
/// list keeps its table.
private struct Damage {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) {
            let place =
                below(2) == 0 ? below(bytes.count) : bytes.count - 1 - below(min(bytes.count, 120))
            switch below(8) {
            case 0: bytes = Array(bytes.prefix(below(bytes.count) + 1))
            case 1: bytes[place] = [0, 0x7F, 0x80, 0xFF][below(4)]
            case 2: bytes[place] ^= 1 << below(8)
            default: bytes[place] = UInt8(below(256))
            }
        }
        return bytes
    }
}
