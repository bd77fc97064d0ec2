#if os(Linux)
import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `The address policy of an exchange` {
    private let server: ScriptedOrigin
    private let origin = CurlOrigin.direct

    init() throws {
        server = try ScriptedOrigin()
        server.fallback = .ok("hello")
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "0x7f.1"])
    func `keeps it from this machine, by whatever name`(host: String) async throws {
        let url = try #require(URL(string: "http://\(host):\(server.port)/"))
        let request = OriginRequest(url: url, addressPolicy: .publicOnly)
        let error = await #expect(throws: LoadError.self) { try await origin.body(request) }
        #expect(error?.code == .forbiddenAddress, "\(error?.message ?? "")")
        #expect(server.connectionCount == 0)
    }

    @Test func `is asked about the address and the port`() async throws {
        let asked = Mutex<[String]>([])
        let policy = AddressPolicy.custom { address, port in
            asked.withLock { $0.append("\(address) \(port)") }
            return true
        }
        let request = OriginRequest(url: server.url("/"), addressPolicy: policy)
        #expect(try await origin.body(request) == Data("hello".utf8))
        let addresses = Set(asked.withLock { $0 })
        #expect(addresses == ["127.0.0.1 \(server.port)"])
    }

    @Test func `is asked about a connection that another request made`() async throws {
        #expect(try await origin.body(server.url("/")) == Data("hello".utf8))
        let request = OriginRequest(url: server.url("/"), addressPolicy: .publicOnly)
        await #expect { try await origin.body(request) } throws: {
            LoadError.Code.forbiddenAddress ~= $0
        }
        #expect(server.requests.count == 1)
    }

    @Test func `lets no proxy be used, which could connect anywhere`() async throws {
        var configuration = CurlOrigin.Configuration()
        configuration.proxy = .url("http://127.0.0.1:\(server.port)")
        let origin = CurlOrigin(configuration)
        let url = try #require(URL(string: "http://127.0.0.2:9/"))
        #expect(try await origin.body(url) == Data("hello".utf8))
        #expect(server.requests[0].target == "http://127.0.0.2:9/")
        let request = OriginRequest(url: url, addressPolicy: .publicOnly)
        await #expect { try await origin.body(request) } throws: {
            LoadError.Code.forbiddenAddress ~= $0
        }
        #expect(server.requests.count == 1)
    }
}
#endif
