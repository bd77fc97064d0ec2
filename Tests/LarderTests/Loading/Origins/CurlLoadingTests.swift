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

@Suite struct `libcurl` {
    @Test func `is loaded by the first origin and not before`() async {
        await #expect(processExitsWith: .success) {
            let isLoaded = { dlopen("libcurl.so.4", RTLD_LAZY | RTLD_NOLOAD) != nil }
            let server = try ScriptedOrigin()
            server["/x"] = .ok("there")
            #expect(!isLoaded())
            let response = try await CurlOrigin().send(OriginRequest(url: server.url("/x")))
            #expect(isLoaded() && response.status == 200)
        }
    }
}
#endif
