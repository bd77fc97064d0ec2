import Larder
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An origin without a network that answers as it is told and remembers what it saw.
final class PictureOrigin: Origin {
    struct Reply: Sendable {
        var status = 200
        var fields: HTTPFields = ["Cache-Control": "max-age=60"]
        var chunks: [Data] = []
        /// Passed before each chunk but the first.
        var pace: [Gate] = []
        /// Passed before the head.
        var gate = Gate(isOpen: true)
    }

    private struct State {
        var replies: [String: Reply] = [:]
        var requests: [OriginRequest] = []
        var underWay = 0
        var cancelled = Gate()
    }

    private let state = Mutex(State())
    /// Opened when the first request has come.
    let asked = Gate()

    func send(_ request: OriginRequest) async throws -> OriginResponse {
        let reply = state.withLock { state in
            state.requests.append(request)
            state.underWay += 1
            return state.replies[request.url.path]
                ?? Reply(status: 404, fields: ["Cache-Control": "no-store"])
        }
        defer { state.withLock { $0.underWay -= 1 } }
        asked.open()
        await reply.gate.pass()
        if Task.isCancelled {
            cancelled.open()
            throw CancellationError()
        }
        if let tag = reply.fields["ETag"], request.fields["If-None-Match"] == tag {
            return OriginResponse(status: 304, fields: reply.fields, body: Body(Data()))
        }
        return OriginResponse(status: reply.status, fields: reply.fields, body: Self.body(reply))
    }

    private static func body(_ reply: Reply) -> Body {
        Body {
            var index = 0
            return {
                guard index < reply.chunks.count else { return nil }
                if index > 0, index <= reply.pace.count { await reply.pace[index - 1].pass() }
                defer { index += 1 }
                return reply.chunks[index]
            }
        }
    }
}

extension PictureOrigin {
    /// Answers requests for `path` with `reply` from now on.
    subscript(path: String) -> Reply? {
        get { state.withLock { $0.replies[path] } }
        set { state.withLock { $0.replies[path] = newValue } }
    }

    var requests: [OriginRequest] { state.withLock { $0.requests } }

    /// How many requests have neither a head nor failed.
    var underWay: Int { state.withLock { $0.underWay } }

    /// Opened when a request was cancelled before its head.
    var cancelled: Gate { state.withLock { $0.cancelled } }
}
