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
        (listener, port) = try Self.listen()
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
            let server = dial(target)
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

    private static func listen() throws -> (Int32, Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withAddress(port: 0) { address -> Int? in
            guard bind(descriptor, address, size) == 0, Foundation.listen(descriptor, 16) == 0,
                getsockname(descriptor, address, &size) == 0
            else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(in_port_t(bigEndian: $0.pointee.sin_port))
            }
        }
        guard let port else { throw TestEngine.StartError(output: "no free port") }
        return (descriptor, port)
    }

    private static func dial(_ port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withAddress(port: port) { connect(descriptor, $0, size) == 0 }
        if isConnected { return descriptor }
        close(descriptor)
        return -1
    }

    private static func withAddress<Value>(
        port: Int, _ body: (UnsafeMutablePointer<sockaddr>) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
