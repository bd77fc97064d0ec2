import Foundation
import Larder
import Synchronization

/// Passes requests on and counts what becomes of them.
final class CountingOrigin: Origin {
    struct Counts: Sendable {
        var started = 0
        var cancelled = 0
        var inFlight = 0
        var bytes = 0
    }

    private let origin: any Origin
    private let state = Mutex(Counts())

    init(_ origin: any Origin) {
        self.origin = origin
    }

    var counts: Counts { state.withLock { $0 } }

    func send(_ request: OriginRequest) async throws -> OriginResponse {
        state.withLock { counts in
            counts.started += 1
            counts.inFlight += 1
        }
        do {
            var response = try await origin.send(request)
            response.body = counted(response.body)
            state.withLock { $0.inFlight -= 1 }
            return response
        } catch {
            state.withLock { counts in
                counts.inFlight -= 1
                counts.cancelled += 1
            }
            throw error
        }
    }

    private func counted(_ body: Body) -> Body {
        Body {
            var chunks = body.makeAsyncIterator()
            return {
                let chunk = try await chunks.next()
                self.state.withLock { $0.bytes += chunk?.count ?? 0 }
                return chunk
            }
        }
    }
}
