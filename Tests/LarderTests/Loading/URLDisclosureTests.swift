import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What errors tell of a URL` {
    private static let url = "https://ann:secret@a.example:8443/path?token=secret#part"

    @Test(arguments: [
        (URLDisclosure.whole, "https://a.example:8443/path?token=secret#part"),
        (.path, "https://a.example:8443/path"), (.origin, "https://a.example:8443"),
    ])
    func `is no more than may be told`(disclosure: URLDisclosure, shown: String) throws {
        let url = try #require(URL(string: Self.url))
        #expect(disclosure.shown(url).absoluteString == shown)
    }

    /// Each a way in which a load may fail: before, at and after its head.
    @Test(arguments: [
        "/hang?secret", "/status?secret", "/loop?secret", "/down?secret", "/cut?secret",
    ])
    func `leaves secrets out, however the load ends`(target: String) async throws {
        let scene = try LoaderScene {
            $0.disclosure = .path
            $0.redirection.limit = 3
        }
        scene.server["/hang"] = .hangUp
        scene.server["/status"] = .status(404)
        scene.server["/loop"] = .redirect(to: "/loop?secret")
        scene.server["/down"] = .redirect(to: "ftp://a.example/?secret")
        scene.server["/cut"] = ScriptedOrigin.Script.ok("abc").cut(afterBody: 1)
        let error = await #expect(throws: LoadError.self) {
            try await scene.loader.data(at: scene.server.url(target))
        }
        let told = "\(String(describing: error)) \(error?.url?.absoluteString ?? "")"
        #expect(!told.contains("secret") && error?.url != nil)
        await expectError(.invalidURL) {
            let nowhere = try #require(URL(string: "http:///x?secret"))
            do {
                _ = try await scene.loader.data(at: nowhere)
            } catch {
                #expect(!"\(error)".contains("secret"))
                throw error
            }
        }
    }
}
