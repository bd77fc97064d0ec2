import Testing

@testable import Larder

@Suite struct `RFC 9111 §5.2 Cache-Control` {
    @Test(arguments: [
        ("max-age=3600", DeltaSeconds.seconds(3600)), ("MaX-aGe=5", .seconds(5)),
        ("foobar, max-age=3600", .seconds(3600)), ("max-age=\"3600\"", .seconds(3600)),
        ("max-age=003600", .seconds(3600)), ("max-age=99999999999", .seconds(1 << 31)),
        ("max-age=99999999999999999999999999", .seconds(1 << 31)),
        ("max-age=1, max-age=3600", .seconds(1)),
        ("extension=\"max-age=3600\", max-age=1", .seconds(1)),
        ("max-age=1, extension=\"max-age=3600\"", .seconds(1)),
        ("extension=\"a\\\", max-age=7\", max-age=1", .seconds(1)),
        ("max-age=3600a", .invalid), ("max-age=a3600", .invalid), ("max-age=-1", .invalid),
        ("max-age=3600.0", .invalid), ("max-age='3600'", .invalid), ("max-age", .invalid),
        ("max-age=", .invalid), ("max-age =3600", .invalid), ("max-age= 3600", .invalid),
        ("max-age=\"36\"00", .seconds(3600)), ("", .absent), ("max-age-x=3600", .absent),
        ("s-maxage=3600", .absent), (",, ,max-age=2,", .seconds(2)),
    ])
    func `max-age is read as §1.2.2 and §4.2.1 say`(value: String, expected: DeltaSeconds) {
        #expect(CacheControl(value).maxAge == expected)
    }

    @Test(arguments: [
        "no-store", "No-StOrE", "max-age=1, no-store", "no-store=x", "a=\"b\" , no-store",
        "a=\"unclosed, no-store", "no-store;", "\tno-store\t",
    ])
    func `no-store is found wherever it stands`(value: String) {
        #expect(CacheControl(value).noStore)
    }

    @Test(arguments: ["a=\"no-store\"", "no-storex", "xno-store", "a=no-store", "\"no-store\""])
    func `what only looks like no-store is none`(value: String) {
        #expect(!CacheControl(value).noStore)
    }

    @Test(
        arguments: [
            ("no-cache", true, nil), ("no-cache=\"a\"", false, ["a"]),
            ("no-cache=\"A, b\", max-age=1", false, ["a", "b"]), ("no-cache=\"\"", true, nil),
            ("no-cache=\"a\", no-cache", true, nil), ("no-cache=a", false, ["a"]),
            ("max-age=1", false, nil), ("no-cache=\"a b\"", true, nil),
            ("no-cache=\"a", true, nil), ("no-cache=\"a\", no-cache=\"b c\"", true, nil),
        ] as [(String, Bool, [String]?)])
    func `no-cache may list fields`(value: String, isWhole: Bool, fields: [String]?) {
        #expect(CacheControl(value).noCache == isWhole)
        #expect(CacheControl(value).listedFields("no-cache") == fields)
    }

    @Test(arguments: [
        ("max-stale", DeltaSeconds.seconds(1 << 31)), ("max-stale=10", .seconds(10)),
        ("max-stale=x", .invalid), ("", .absent),
    ])
    func `max-stale without a number takes any staleness`(value: String, expected: DeltaSeconds) {
        #expect(CacheControl(value).maxStale == expected)
    }

    @Test func `several lines count as one`() {
        let fields: HTTPFields = [
            "Cache-Control": "s-maxage=3600", "Date": "x", "cache-control": "max-age=1, immutable",
        ]
        let control = CacheControl(fields)
        #expect(control.sharedMaxAge == .seconds(3600))
        #expect(control.maxAge == .seconds(1))
        #expect(control.isImmutable)
    }

    @Test func `no bytes make it trap`() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("=,\";\\ \tamx-ge0159é\u{0}\n".unicodeScalars)
        for _ in 0..<5_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<30, using: &random) {
                text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
            }
            _ = CacheControl(text).maxAge
            _ = FieldScanner.members(of: text)
            _ = ByteRange(text)
            _ = ContentRange(text)
            _ = HTTPDate(text, now: testMoment)
            _ = Vary(["Vary": text])
        }
    }
}
