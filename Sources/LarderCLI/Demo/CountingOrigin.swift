#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import Synchronization

/// An origin that counts what comes over the network.
final class CountingOrigin: Origin {
    /// One exchange: what was asked, and what came.
    struct Exchange: Sendable {
        let url: URL
        let status: Int
        let countBytes: @Sendable () -> Int
    }

    private let inner: any Origin
    private let exchanges = Mutex<[Exchange]>([])

    init(_ inner: any Origin = SystemOrigin()) {
        self.inner = inner
    }

    func send(_ request: OriginRequest) async throws -> OriginResponse {
        let response = try await inner.send(request)
        let exchange = Exchange(
            url: request.url, status: response.status, countBytes: response.wireBytes)
        exchanges.withLock { $0.append(exchange) }
        return response
    }

    /// The exchanges since this was last asked.
    func takeExchanges() -> [Exchange] {
        exchanges.withLock { all in
            defer { all = [] }
            return all
        }
    }
}
