#if os(Linux)
import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// Each in a process of its own, since an environment is a whole process's.
@Suite struct `A proxy` {
    @Test func `is the one that the environment names, but not for hosts that it leaves out`() async
    {
        await #expect(processExitsWith: .success) {
            let way = try Way()
            setenv("http_proxy", way.proxy, 1)
            setenv("no_proxy", "inside.example, localhost,.within.example", 1)
            #expect(try await way.fetch("http://pictures.example/x") == "by proxy")
            #expect(try await way.fetch("http://127.0.0.1:\(way.port)/x") == "by proxy")
            #expect(try await way.fetch("http://localhost:\(way.port)/x") == "direct")
            setenv("no_proxy", "*", 1)
            #expect(try await way.fetch("http://127.0.0.1:\(way.port)/x") == "direct")
        }
    }

    @Test func `may be named for every scheme`() async {
        await #expect(processExitsWith: .success) {
            let way = try Way()
            setenv("all_proxy", way.proxy, 1)
            #expect(try await way.fetch("http://pictures.example/x") == "by proxy")
        }
    }

    /// A web server's own variable of this name holds what its client sent.
    @Test func `is not named by what a client can set`() async {
        await #expect(processExitsWith: .success) {
            let way = try Way()
            setenv("HTTP_PROXY", way.proxy, 1)
            #expect(try await way.fetch("http://127.0.0.1:\(way.port)/x") == "direct")
        }
    }

    @Test func `may be named by the program, or be none`() async {
        await #expect(processExitsWith: .success) {
            let way = try Way()
            setenv("no_proxy", "localhost", 1)
            let named = CurlOrigin.Proxy.url(way.proxy)
            #expect(try await way.fetch("http://pictures.example/x", named) == "by proxy")
            #expect(try await way.fetch("http://localhost:\(way.port)/x", named) == "direct")
            setenv("http_proxy", way.proxy, 1)
            #expect(try await way.fetch("http://127.0.0.1:\(way.port)/x", .none) == "direct")
        }
    }

    @Test func `that does not answer is an error that names no secrets`() async {
        await #expect(processExitsWith: .success) {
            let way = try Way()
            let dead = CurlOrigin.Proxy.url("http://user:secret@127.0.0.1:1")
            let error = await #expect(throws: LoadError.self) {
                try await way.fetch("http://pictures.example/x", dead)
            }
            #expect(error?.code == .connectionRefused)
            #expect(error?.message.contains("secret") == false)
        }
    }
}

/// A server, and another that stands for a proxy.
private struct Way {
    private let server: ScriptedOrigin
    private let proxyServer: ScriptedOrigin

    init() throws {
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            unsetenv(name)
            unsetenv(name.uppercased())
        }
        server = try ScriptedOrigin()
        proxyServer = try ScriptedOrigin()
        server.fallback = .ok("direct")
        proxyServer.fallback = .ok("by proxy")
    }

    var port: Int { server.port }

    var proxy: String { "http://127.0.0.1:\(proxyServer.port)" }

    func fetch(
        _ text: String, _ proxy: CurlOrigin.Proxy = .environment
    ) async throws -> String {
        var configuration = CurlOrigin.Configuration()
        configuration.proxy = proxy
        let url = try #require(URL(string: text))
        return String(decoding: try await CurlOrigin(configuration).body(url), as: UTF8.self)
    }
}
#endif
