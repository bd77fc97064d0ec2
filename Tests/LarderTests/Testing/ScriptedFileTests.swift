import Larder
import LarderTesting
import Testing

@Suite struct `A scripted file` {
    private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(arguments: [
        ("", "200", "hello"),
        ("If-None-Match: \"1\"\r\n", "304", ""),
        ("If-None-Match: \"0\", W/\"1\"\r\n", "304", ""),
        ("If-None-Match: *\r\n", "304", ""),
        ("If-None-Match: \"2\"\r\nIf-Modified-Since: \(modified)\r\n", "200", "hello"),
        ("If-Modified-Since: \(modified)\r\n", "304", ""),
        ("If-Modified-Since: Mon, 07 Nov 1994 00:00:00 GMT\r\n", "304", ""),
        ("If-Modified-Since: Sat, 05 Nov 1994 23:59:59 GMT\r\n", "200", "hello"),
        ("Range: bytes=1-2\r\n", "206", "el"), ("Range: bytes=3-\r\n", "206", "lo"),
        ("Range: bytes=-2\r\n", "206", "lo"), ("Range: bytes=0-99\r\n", "206", "hello"),
        ("Range: bytes=5-\r\n", "416", ""), ("Range: bytes=2-1\r\n", "200", "hello"),
        ("Range: bytes=0-0,2-2\r\n", "200", "hello"),
        ("Range: bytes=1-\r\nIf-Range: \"1\"\r\n", "206", "ello"),
        ("Range: bytes=1-\r\nIf-Range: \"2\"\r\n", "200", "hello"),
        ("Range: bytes=1-\r\nIf-Range: W/\"1\"\r\n", "200", "hello"),
        ("Range: bytes=1-\r\nIf-Range: \(modified)\r\n", "206", "ello"),
    ])
    func `honours conditions and ranges`(fields: String, status: String, body: String) throws {
        let origin = try ScriptedOrigin()
        origin["/x"] = .file("hello".utf8, ["ETag": "\"1\"", "Last-Modified": Self.modified])
        let answer = try #require(RawClient.exchange(port: origin.port, "GET /x", fields))
        #expect(answer.dropFirst(9).prefix(3) == status)
        #expect(answer.hasSuffix("\r\n\r\n" + body))
    }

    @Test(arguments: [
        ("bytes=1-2", "bytes 1-2/5"), ("bytes=-9", "bytes 0-4/5"), ("bytes=9-", "bytes */5"),
    ])
    func `says which part it sends`(range: String, expected: String) throws {
        let origin = try ScriptedOrigin()
        origin["/x"] = .file("hello".utf8)
        let answer = RawClient.exchange(port: origin.port, "GET /x", "Range: \(range)\r\n")
        #expect(answer?.contains("\r\nContent-Range: \(expected)\r\n") == true)
    }
}
