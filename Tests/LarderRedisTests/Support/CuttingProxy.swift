import Foundation
import Larder

/// Passes connections on to an engine, and cuts the first one after a number of the engine's
/// bytes. Later ones it passes on whole.
final class CuttingProxy: Sendable {
    let port: Int
    private let listener: Int32
    private let target: Int

    /// Listens on a free loopback port.
    init(to target: Int, cutAfter count: Int) throws {
        self.target = target
        (listener, port) = try Loopback.listen()
        let listener = listener
        _ = OwnThread.start { Self.serve(listener, target, cutAfter: count) }
    }

    deinit {
        // Ends the thread's wait for the next connection.
        shutdown(listener, Int32(SHUT_RDWR))
    }
}

extension CuttingProxy {
    private static func serve(_ listener: Int32, _ target: Int, cutAfter count: Int) {
        var allowance = count
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            let server = Loopback.dial(target)
            if server >= 0 {
                let limit = allowance
                _ = OwnThread.start { pass(between: client, and: server, limit: limit) }
            }
            allowance = .max
        }
        close(listener)
    }

    private static func pass(between client: Int32, and server: Int32, limit: Int) {
        var allowance = limit
        var polled = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while allowance > 0, poll(&polled, 2, -1) > 0 {
            if polled[0].revents != 0, move(client, server, &buffer, buffer.count) <= 0 { break }
            guard polled[1].revents != 0 else { continue }
            let moved = move(server, client, &buffer, min(allowance, buffer.count))
            if moved <= 0 { break }
            if allowance != .max { allowance -= moved }
        }
        close(client)
        close(server)
    }

    private static func move(
        _ from: Int32, _ to: Int32, _ buffer: inout [UInt8], _ limit: Int
    ) -> Int {
        let count = recv(from, &buffer, limit, 0)
        guard count > 0 else { return count }
        return send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count ? count : -1
    }
}
