#if !os(Linux)
/// There is none: TLS comes from libcurl, which only Linux has.
enum SecurePlace: Sendable, Hashable, CustomStringConvertible {
    var description: String { switch self {} }

    var host: String { switch self {} }

    func moved(to host: String, _ port: Int) -> SecurePlace { switch self {} }

    func connect(timeout: Duration) throws(TransportError) -> any Transport { switch self {} }
}
#endif
