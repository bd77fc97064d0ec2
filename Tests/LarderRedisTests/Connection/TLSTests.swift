#if os(Linux)
import Foundation
import Larder
import LarderTesting
import Testing

@testable import LarderRedis

/// An engine behind TLS, with a certificate authority of the test's own.
@Suite(
    .enabled(
        if: TestEngine.isInstalled && TestEngine.find("openssl") != nil,
        "redis-server or openssl is not installed"))
struct TLSTests {
    private static let shared = Result { try SecureEngine() }
    private let secure: SecureEngine

    init() throws {
        secure = try Self.shared.get()
    }

    private func tier(
        _ host: String, trust: CurlOrigin.Trust, _ events: Events = Events()
    ) -> RedisTier {
        var configuration = secure.engine.configuration().telling(events)
        configuration.endpoint = .tls(host, port: secure.port, trust: trust)
        return RedisTier(configuration)
    }

    @Test func `carries values of any size both ways`() async throws {
        let pem = try Data(contentsOf: URL(filePath: secure.authority))
        for trust in [CurlOrigin.Trust.file(secure.authority), .pem(pem)] {
            let tier = tier("localhost", trust: trust)
            for size in [0, 1, 20_000, 900_000] {
                let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 131) })
                try await tier.store(data, forKey: "\(size)")
                #expect(try await tier.data(forKey: "\(size)") == data)
            }
        }
    }

    @Test func `many callers at once each get their own entry`() async throws {
        let tier = tier("localhost", trust: .file(secure.authority))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let data = Data(repeating: UInt8(number), count: number * 500)
                    try await tier.store(data, forKey: "\(number)")
                    #expect(try await tier.data(forKey: "\(number)") == data)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [("localhost", false), ("127.0.0.1", true)])
    func `a stranger is not spoken to`(host: String, isTrusted: Bool) async throws {
        // The certificate is signed by nobody whom the system trusts, and bears one name.
        let events = Events()
        let tier = tier(host, trust: isTrusted ? .file(secure.authority) : .system, events)
        #expect(try await tier.data(forKey: "k") == nil)
        #expect(
            events.seen.contains {
                if case .disconnected(let reason, false) = $0 {
                    reason.contains("TLS")
                } else {
                    false
                }
            })
        #expect(!events.seen.contains(.connected))
    }
}

/// An engine with a certificate for `localhost`, signed by an authority of its own.
final class SecureEngine: Sendable {
    let engine: TestEngine
    let port: Int
    /// The authority's certificate.
    let authority: String
    private let directory: String

    init() throws {
        directory =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-tls-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        authority = directory + "/ca.pem"
        let script = """
            cd '\(directory)'
            new="openssl req -newkey rsa:2048 -nodes"
            $new -x509 -days 2 -subj /CN=authority -keyout ca.key -out ca.pem
            $new -subj /CN=localhost -keyout own.key -out own.csr
            echo subjectAltName=DNS:localhost > names
            openssl x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \\
                -extfile names -out own.pem
            """
        let shell = try ChildProcess("/bin/sh", ["-ec", "exec 2>/dev/null\n" + script])
        guard shell.wait() == 0 else { throw TestEngine.StartError(output: "no certificate") }
        port = try ScriptedOrigin().port
        engine = try TestEngine([
            "--tls-port", "\(port)", "--tls-cert-file", directory + "/own.pem",
            "--tls-key-file", directory + "/own.key", "--tls-ca-cert-file", authority,
            "--tls-auth-clients", "no",
        ])
    }

    deinit {
        // A directory that stays is the system's to sweep.
        try? FileManager.default.removeItem(atPath: directory)
    }
}
#endif
