/// Where an engine listens.
public struct RedisEndpoint: Sendable, Hashable {
    enum Place: Sendable, Hashable {
        case host(String, port: Int)
        case path(String)
        case secure(SecurePlace)
        case cluster([RedisEndpoint])
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

    /// A cluster, of which some nodes are named; they name the others. All are reached as the first
    /// of them is: plainly, or over TLS with the same trust. At most 64 nodes are used.
    ///
    /// Each key is asked of the primary that serves it. When a node is lost its keys are misses
    /// until a replica has taken over, which is looked for whenever a request has failed.
    public static func cluster(_ nodes: [RedisEndpoint]) -> RedisEndpoint {
        RedisEndpoint(.cluster(nodes))
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
        case .cluster(let seeds): seeds.map(\.description).joined(separator: ", ")
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
        case .cluster:
            throw TransportError(reason: "A cluster within a cluster is none.")
        }
    }
}

extension RedisEndpoint {
    /// The nodes of a cluster that are named; `nil` for a single engine.
    var seeds: [RedisEndpoint]? {
        if case .cluster(let seeds) = place { seeds } else { nil }
    }

    /// The host, or nothing where there is none.
    var host: String {
        switch place {
        case .host(let host, _): host
        case .secure(let place): place.host
        case .path, .cluster: ""
        }
    }

    /// Another host, reached in the same way; `nil` for what is no host.
    func moved(to host: String, _ port: Int) -> RedisEndpoint? {
        let host = host.isEmpty ? self.host : host
        switch place {
        case .host: return .host(host, port: port)
        case .secure(let place): return RedisEndpoint(.secure(place.moved(to: host, port)))
        case .path, .cluster: return nil
        }
    }
}
