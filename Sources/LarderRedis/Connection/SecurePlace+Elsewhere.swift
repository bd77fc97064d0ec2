#if !os(Linux)
/// There is none: TLS comes from libcurl, which only Linux has.
enum SecurePlace: Sendable, Hashable, CustomStringConvertible {
    var description: String { switch self {} }

    func connect(timeout: Duration) throws(TransportError) -> any Transport { switch self {} }
}
#endif
