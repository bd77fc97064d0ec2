#if os(Linux)
import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.enabled(if: TestAuthority.isAvailable, TestAuthority.requirement))
struct `A connection by TLS` {
    private let server: NginxServer

    init() throws {
        server = try NginxServer(files: [
            "/x.txt": Data("hello".utf8), "/large.jpg": Data(count: 4 << 20),
        ])
    }

    private func origin(
        trust: CurlOrigin.Trust? = nil, pins: [String: [String]] = [:]
    ) -> CurlOrigin {
        var configuration = CurlOrigin.Configuration()
        configuration.trust = trust ?? .file(server.authority.folder + "/ca.pem")
        configuration.pins = pins
        configuration.proxy = .none
        return CurlOrigin(configuration)
    }

    private func refusal(_ origin: CurlOrigin, port: Int, host: String) async throws -> LoadError? {
        let url = try server.url("/x.txt", port: port, host: host)
        let error = await #expect(throws: LoadError.self) { try await origin.body(url) }
        #expect(error?.code == .tls, "\(error?.message ?? "")")
        return error
    }

    @Test func `trusts the authorities it was given, as a file or as text`() async throws {
        let path = server.authority.folder + "/ca.pem"
        let pem = try Data(contentsOf: URL(filePath: path))
        for trust in [CurlOrigin.Trust.file(path), .pem(pem)] {
            let url = try server.url("/x.txt", port: server.securePort)
            #expect(try await origin(trust: trust).body(url) == Data("hello".utf8))
        }
    }

    @Test func `refuses an authority that it was not given`() async throws {
        let others: [CurlOrigin.Trust] = [
            .system, .file(server.authority.folder + "/other.pem"), .file("/no/such/file"),
            .pem(Data("no certificate".utf8)),
        ]
        for trust in others {
            let error = try await refusal(
                origin(trust: trust), port: server.securePort, host: "localhost")
            #expect(error?.message.contains("https://localhost:\(server.securePort)") == true)
        }
    }

    @Test func `refuses a certificate of another name, or expired`() async throws {
        _ = try await refusal(origin(), port: server.securePort, host: "127.0.0.2")
        let expired = try await refusal(origin(), port: server.expiredPort, host: "localhost")
        #expect(expired?.message.contains("expired") == true)
    }

    @Test func `refuses a server that speaks no TLS`() async throws {
        let url = try #require(URL(string: "https://localhost:\(server.plainPort)/x.txt"))
        await #expect { try await origin().body(url) } throws: { LoadError.Code.tls ~= $0 }
    }

    @Test func `wants one of the keys that are pinned for the host, and for no other`() async throws
    {
        let wrong = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let pin = server.authority.pin
        let url = try server.url("/x.txt", port: server.securePort, host: "localhost")
        for pins in [["localhost": [pin]], ["localhost": [wrong, pin]], ["other": [wrong]]] {
            #expect(try await origin(pins: pins).body(url) == Data("hello".utf8))
        }
        let pinned = origin(pins: ["localhost": [wrong]])
        let error = try await refusal(pinned, port: server.securePort, host: "localhost")
        #expect(error?.message.contains("pinned") == true)
    }

    @Test func `carries many exchanges at once by HTTP/2`() async throws {
        let origin = origin()
        let url = try server.url("/x.txt", port: server.securePort)
        let answers = try await withThrowingTaskGroup(of: HTTPFields.self) { group in
            for _ in 0..<60 {
                group.addTask {
                    let response = try await origin.send(OriginRequest(url: url, deadlines: .never))
                    #expect(try await response.body.collect(upTo: .kibibytes(1)).count == 5)
                    return response.fields
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.map { $0["X-Protocol"] }) == ["HTTP/2.0"])
        #expect(Set(answers.map { $0["X-Connection"] }).count == 1)
    }

    @Test func `lets one exchange of HTTP/2 be slow or be left without harm to others`()
        async throws
    {
        let origin = origin()
        let large = try server.url("/large.jpg", port: server.securePort)
        let small = try server.url("/x.txt", port: server.securePort)
        let slow = try await origin.send(OriginRequest(url: large, deadlines: .never))
        for _ in 0..<20 {
            _ = try await origin.send(OriginRequest(url: large, deadlines: .never))
            #expect(try await origin.body(small) == Data("hello".utf8))
        }
        #expect(try await slow.body.collect(upTo: .mebibytes(4)).count == 4 << 20)
    }

    @Test func `undoes what nginx packs, and asks for ranges unpacked`() async throws {
        let origin = origin()
        let url = try server.url("/x.txt")
        let whole = try await origin.send(OriginRequest(url: url, deadlines: .never))
        #expect(whole.fields["Content-Encoding"] == "gzip")
        #expect(try await whole.body.collect(upTo: .kibibytes(1)) == Data("hello".utf8))
        let request = OriginRequest(url: url, fields: ["Range": "bytes=1-3"])
        let part = try await origin.send(request)
        #expect(part.status == 206)
        #expect(part.fields["Content-Range"] == "bytes 1-3/5")
        #expect(try await part.body.collect(upTo: .kibibytes(1)) == Data("ell".utf8))
    }
}
#endif
