#if os(Linux)
public import Larder

/// A host that is reached over TLS.
struct SecurePlace: Sendable, Hashable, CustomStringConvertible {
    let host: String
    let port: Int
    let trust: CurlOrigin.Trust

    var description: String { "\(host):\(port)" }

    func moved(to host: String, _ port: Int) -> SecurePlace {
        SecurePlace(host: host, port: port, trust: trust)
    }

    func connect(timeout: Duration) throws(TransportError) -> any Transport {
        try TLSTransport(host: host, port: port, trust: trust, timeout: timeout)
    }
}

extension RedisEndpoint {
    /// A host by name or address, over TLS 1.2 or later. Its certificate must bear the host's name
    /// and be signed by an authority that is trusted, by default one that the system trusts. On
    /// Linux only, by libcurl.
    ///
    /// Name look-up, connection and handshake together take at most
    /// ``RedisConfiguration/connectDeadline``.
    public static func tls(
        _ host: String, port: Int = 6379, trust: CurlOrigin.Trust = .system
    ) -> RedisEndpoint {
        RedisEndpoint(.secure(SecurePlace(host: host, port: port, trust: trust)))
    }
}
#endif
