import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What a request may not say` {
    private func error(
        _ url: String = "http://a.example/", method: String = "GET", fields: HTTPFields = [:],
        body: Data? = nil
    ) throws -> LoadError? {
        let request = OriginRequest(
            url: try #require(URL(string: url)), method: HTTPMethod(rawValue: method),
            fields: fields, body: body)
        do {
            try RequestCheck(request: request).run()
            return nil
        } catch {
            return error as? LoadError
        }
    }

    @Test(arguments: ["", "GET /x", "GE\u{0}T", "GET\r\n", "GÉT", "A:B", "CONNECT"])
    func `in its method`(method: String) throws {
        #expect(try error(method: method)?.code == .invalidRequest)
    }

    @Test(arguments: [
        "Content-Length", "content-length", "Transfer-Encoding", "Host", "HOST", "Connection",
        "TE", "Upgrade", "Expect", "Keep-Alive", "Proxy-Connection", "Trailer", "HTTP2-Settings",
    ])
    func `in fields that frame the message`(name: String) throws {
        let found = try error(fields: HTTPFields([.init(name: name, value: "1")]))
        #expect(found?.code == .invalidRequest)
        #expect(found?.message.contains(name) == true)
    }

    @Test(arguments: ["", "A B", "A:", "A\r\nB", "A\u{0}", "Ä", "A(", " A"])
    func `in a field's name`(name: String) throws {
        let fields = HTTPFields([.init(name: name, value: "1")])
        #expect(try error(fields: fields)?.code == .invalidRequest)
    }

    @Test(arguments: ["a\r\nHost: b", "a\nb", "a\rb", "a\u{0}b", "\u{7F}", "\u{1B}[0m", "\u{100}"])
    func `in a field's value`(value: String) throws {
        let fields = HTTPFields([.init(name: "X", value: value)])
        #expect(try error(fields: fields)?.code == .invalidRequest)
    }

    @Test(arguments: ["http:///path", "http:path"])
    func `in a URL without a host`(url: String) throws {
        #expect(try error(url)?.code == .invalidURL)
    }

    @Test(arguments: ["HEAD", "TRACE"])
    func `in a body that the method cannot have`(method: String) throws {
        #expect(try error(method: method, body: Data())?.code == .invalidRequest)
    }

    @Test func `leaves everything else`() throws {
        let fields: HTTPFields = ["Accept": "*/*", "X-Y_z": "a\tb", "L": "\u{E9}", "E": ""]
        #expect(try error("http://[::1]:8080/a?b=c%0A#d", fields: fields) == nil)
        #expect(try error(method: "PROPFIND", body: Data([1])) == nil)
    }
}
