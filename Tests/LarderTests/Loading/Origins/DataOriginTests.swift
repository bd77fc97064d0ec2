import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A DataOrigin` {
    @Test(arguments: [
        ("data:,", "text/plain;charset=US-ASCII", ""),
        ("data:,a%20b", "text/plain;charset=US-ASCII", "a b"),
        ("data:text/html,%3Cp%3e", "text/html", "<p>"),
        ("data:;charset=utf-8,x", "text/plain;charset=utf-8", "x"),
        ("data:;base64,aGVsbG8=", "text/plain;charset=US-ASCII", "hello"),
        ("data:image/png;base64,aGVsbG8", "image/png", "hello"),
        ("data:image/png;BASE64,aGVs%0AbG8%3D", "image/png", "hello"),
        ("DATA:,x#fragment", "text/plain;charset=US-ASCII", "x"),
        ("data:text/plain,a,b", "text/plain", "a,b"),
    ])
    func `decodes`(url: String, type: String, content: String) async throws {
        let url = try #require(URL(string: url))
        let response = try await DataOrigin().send(OriginRequest(url: url))
        #expect(response.status == 200)
        #expect(response.fields["Content-Type"] == type)
        #expect(response.fields["Content-Length"] == String(content.utf8.count))
        #expect(try await response.body.collect(upTo: .kibibytes(1)) == Data(content.utf8))
    }

    @Test(arguments: [
        "data:text/plain", "data:;base64,a", "data:;base64,aGVs*G8=", "data:;base64,====",
    ])
    func `refuses what is broken`(url: String) async throws {
        let url = try #require(URL(string: url))
        let error = await #expect(throws: LoadError.self) {
            try await DataOrigin().send(OriginRequest(url: url))
        }
        #expect(error?.code == .invalidURL)
    }

    @Test func `keeps to the limit and to reading`() async throws {
        let url = try #require(URL(string: "data:,hello"))
        let small = OriginRequest(url: url, limit: .bytes(4))
        await #expect { try await DataOrigin().send(small) } throws: {
            LoadError.Code.tooLarge ~= $0
        }
        let post = OriginRequest(url: url, method: .post)
        await #expect { try await DataOrigin().send(post) } throws: {
            LoadError.Code.invalidRequest ~= $0
        }
        let head = OriginRequest(url: url, method: .head)
        let response = try await DataOrigin().send(head)
        #expect(response.fields["Content-Length"] == "5")
        #expect(try await response.body.collect(upTo: .zero).isEmpty)
    }
}
