/// Where an engine listens.
public struct RedisEndpoint: Sendable, Hashable {
    enum Place: Sendable, Hashable {
        case host(String, port: Int)
        case path(String)
        case secure(SecurePlace)
    }

    let place: Place

    init(_ place: Place) {
        self.place = place
    }

    /// A host by name or address, over plain TCP. The engines' usual port by default.
    ///
    /// Whoever can listen on the way reads along, passwords included: for networks of one's own.
    public static func host(_ host: String, port: Int = 6379) -> RedisEndpoint {
        RedisEndpoint(.host(host, port: port))
    }

    /// A Unix socket on this machine.
    public static func unixSocket(path: String) -> RedisEndpoint {
        RedisEndpoint(.path(path))
    }
}

extension RedisEndpoint: CustomStringConvertible {
    /// The host and port, or the path.
    public var description: String {
        switch place {
        case .host(let host, let port): "\(host):\(port)"
        case .path(let path): path
        case .secure(let place): place.description
        }
    }
}

extension RedisEndpoint {
    /// Connects. Blocks for about `timeout` at most, unless the system's resolver takes longer.
    func connect(timeout: Duration) throws(TransportError) -> any Transport {
        switch place {
        case .host(let host, let port):
            let descriptor = try Sockets.connect(host: host, port: port, timeout: timeout)
            return SocketTransport(descriptor: descriptor)
        case .path(let path):
            return SocketTransport(descriptor: try Sockets.connect(path: path, timeout: timeout))
        case .secure(let place):
            return try place.connect(timeout: timeout)
        }
    }
}
