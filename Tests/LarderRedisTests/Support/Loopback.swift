import Foundation

/// Sockets of this machine's own.
enum Loopback {
    /// Listens on a free port.
    static func listen() throws -> (Int32, Int) {
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

    /// Connects, or returns -1.
    static func dial(_ port: Int) -> Int32 {
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
