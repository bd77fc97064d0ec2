import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Broken transfers` {
    private static let body = "0123456789"
    private static let fields: HTTPFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]

    static let framings: [ScriptedOrigin.Script] = [
        .ok(body, fields), ScriptedOrigin.Script.ok(body, fields).chunked(3),
        ScriptedOrigin.Script.ok(body, fields).after(interim: 103, ["Link": "</a>"]),
    ]

    /// A cut so late that nothing is missing is no fault: the answer is whole.
    @Test(arguments: framings.indices)
    func `a response cut at any byte is an error or whole, and never stored in part`(
        framing: Int
    ) async throws {
        let scene = try LoaderScene()
        for count in 0..<160 {
            let target = "/\(count)"
            let script = Self.framings[framing]
            scene.server[target] =
                count % 2 == 0 ? script.cut(after: count) : script.reset(after: count)
            let text = try? await scene.load(target).text
            let stored = try await scene.loader.cachedResponse(
                for: Request(scene.server.url(target)))
            let kept = try await stored?.data()
            #expect(text == nil || text == Self.body)
            #expect(kept == nil || kept == Data(Self.body.utf8))
            #expect(text != nil || kept == nil, "cut after \(count)")
        }
        #expect(scene.tier.keys.allSatisfy { scene.tier[$0]?.payload == Data(Self.body.utf8) })
    }

    /// A body that ends where its connection does is whole if that is closed in order.
    @Test func `a body without a length that is reset at any byte is never whole`() async throws {
        let scene = try LoaderScene()
        let script = ScriptedOrigin.Script.ok(Self.body, Self.fields).untilClose()
        for count in 0..<Self.body.utf8.count {
            scene.server["/\(count)"] = script.reset(afterBody: count)
            await #expect(throws: LoadError.self) { try await scene.load("/\(count)") }
        }
        #expect(scene.tier.keys == [])
    }

    @Test func `a wrong byte anywhere in a head harms no later answer`() async throws {
        let scene = try LoaderScene()
        let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 3\r\n\r\n"
        for place in 0..<head.utf8.count {
            for byte in [UInt8(0), 0x0A, 0x20, 0xFF] {
                var bytes = Array(head.utf8) + Array("abc".utf8)
                bytes[place] = byte
                scene.server["/x"] = .raw(bytes)
                // What such a head means is the parser's affair; here it must end.
                _ = try? await scene.load(policy: .reload)
            }
        }
        scene.server["/x"] = .ok(Self.body, Self.fields)
        #expect(try await scene.load(policy: .reload).text == Self.body)
    }

    @Test func `a body over the limit is an error, its length known or not`() async throws {
        let scene = try LoaderScene { $0.bodyLimit = .bytes(5) }
        scene.server["/known"] = .ok("123456")
        scene.server["/unknown"] = ScriptedOrigin.Script.ok("123456").chunked(1)
        scene.server["/within"] = .ok("12345")
        await expectError(.tooLarge) { try await scene.load("/known") }
        await expectError(.tooLarge) { try await scene.load("/unknown") }
        #expect(scene.tier.keys == [])
        #expect(try await scene.load("/within").text == "12345")
    }

    @Test func `a part that nobody asked for is no answer`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .status(206, ["Content-Range": "bytes 0-1/4"], body: "ab".utf8)
        await expectError(.malformed) { try await scene.load() }
    }

    @Test(
        arguments: [
            ["Host": "b.example"], ["Transfer-Encoding": "chunked"], ["Content-Length": "3"],
            ["X": "a\r\nY: b"], ["X Y": "a"], ["": "a"],
        ] as [HTTPFields])
    func `fields that could smuggle something are refused`(fields: HTTPFields) async throws {
        let scene = try LoaderScene()
        await expectError(.invalidRequest) { try await scene.load("/x", fields) }
        #expect(scene.requestCount == 0)
    }

    @Test func `an address that the policy forbids is not connected to, at any hop`() async throws {
        let other = try ScriptedOrigin()
        let port = other.port
        let scene = try LoaderScene { $0.addressPolicy = .custom { _, asked in asked != port } }
        scene.server["/x"] = .redirect(to: other.url("/inside").absoluteString)
        await expectError(.forbiddenAddress) { try await scene.load() }
        #expect(other.connectionCount == 0)
    }

    @Test func `a large body is written in parts and read back`() async throws {
        let scene = try LoaderScene { $0.window = .kibibytes(64) }
        let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })
        scene.server["/x"] = .ok(bytes, ["Cache-Control": "max-age=60"])
        for _ in 0..<2 {
            let response = try await scene.loader.response(for: Request(scene.server.url("/x")))
            #expect(try await response.data() == bytes)
        }
        let part = try await scene.loader.response(
            for: Request(scene.server.url("/x"), fields: ["Range": "bytes=500000-500009"]))
        #expect(try await part.data() == bytes[500_000..<500_010])
        #expect(scene.requestCount == 1)
    }

    @Test func `a slow caller holds nobody up, and gets every byte from the cache`() async throws {
        let scene = try LoaderScene { $0.window = .kibibytes(64) }
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = .large(.mebibytes(4), ["Cache-Control": "max-age=60"])
        let script = try #require(scene.server["/x"])
        scene.server["/x"] = script.held(by: gate)
        let url = scene.server.url("/x")
        async let slowAnswer = scene.loader.response(for: Request(url))
        async let fastAnswer = scene.loader.response(for: Request(url))
        try await scene.server.request(1)
        gate.open()
        let (slow, fast) = try await (slowAnswer, fastAnswer)
        #expect(try await fast.data().count == 4 << 20)
        #expect(try await slow.data().count == 4 << 20)
        #expect(scene.requestCount == 1)
    }

    @Test func `without a store the slow caller slows the sender`() async throws {
        let scene = try LoaderScene { $0.window = .kibibytes(64) }
        scene.server["/x"] = .large(.mebibytes(16), ["Cache-Control": "no-store"])
        let response = try await scene.loader.response(for: Request(scene.server.url("/x")))
        var count = 0
        for try await chunk in response.body {
            count += chunk.count
            #expect(response.wireBytes - count < 2 << 20)
        }
        #expect(count == 16 << 20)
    }
}
