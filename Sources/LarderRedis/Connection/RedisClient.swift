import Larder
import Synchronization

/// A few connections to one engine, driven by one thread of its own.
///
/// Not a general client: it knows no commands, only how to get bytes there and answers back in
/// time. The thread starts with the first request and ends when the client is released.
final class RedisClient: Sendable {
    let core: ClientCore

    /// What a connection tells besides answers. Called on the client's thread.
    enum News: Sendable {
        case isUp
        case isDown(reason: String, isOpen: Bool)
        case push([RESPValue])
    }

    init(
        endpoint: @escaping @Sendable (Int) -> RedisEndpoint, connections: Int,
        settings: ConnectionSettings,
        tell: @escaping @Sendable (ClientCore, _ connection: Int, News) -> Void
    ) {
        core = ClientCore(
            endpoint: endpoint, connections: connections, settings: settings, tell: tell)
    }

    deinit {
        core.close()
    }
}

extension RedisClient {
    /// Sends `command` over a connection and returns the answers, one for each of its parts.
    ///
    /// Does not end early when the task is cancelled: it never takes longer than the deadline.
    func send(
        _ command: RESPCommand, over connection: Int,
        observe: @escaping @Sendable ([RESPValue]) -> Void = { _ in }
    ) async throws(RedisFailure) -> [RESPValue] {
        guard core.isAdmitting(connection) else { throw .unavailable }
        let result = await withCheckedContinuation { continuation in
            core.submit(
                command, over: connection,
                RedisRequest(observe: observe, complete: { continuation.resume(returning: $0) }))
        }
        return try result.get()
    }

    /// Whether a request over `connection` has a chance now.
    func isAdmitting(_ connection: Int) -> Bool {
        core.isAdmitting(connection)
    }
}
