import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Origin {
    /// The whole body that `request` is answered with.
    func body(_ request: OriginRequest) async throws -> Data {
        try await send(request).body.collect(upTo: .gibibytes(1))
    }

    /// The whole body of `url`.
    func body(_ url: URL) async throws -> Data {
        try await body(OriginRequest(url: url, deadlines: .never))
    }
}

#if os(Linux)
extension CurlOrigin {
    /// An origin that ignores the proxies of the machine that runs the tests.
    static var direct: CurlOrigin {
        var configuration = Configuration()
        configuration.proxy = .none
        return CurlOrigin(configuration)
    }
}
#endif

extension Deadlines {
    /// For a test that holds the server back itself: on a busy machine it may take its time.
    static let never = Deadlines(connect: nil, firstByte: nil, idle: nil)
}
