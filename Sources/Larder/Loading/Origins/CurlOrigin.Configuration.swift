#if os(Linux)
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CurlOrigin {
    /// How a ``CurlOrigin`` connects. Fixed when the origin is made.
    public struct Configuration: Sendable {
        /// Whose certificates are trusted. The system's by default.
        public var trust = Trust.system

        /// Public keys that a host must show: for each host name, lower-cased, the SHA-256
        /// digests of acceptable keys, as `sha256//` and base64. None by default. A host without
        /// pins is checked by its certificate alone; one with pins, by both.
        public var pins: [String: [String]] = [:]

        /// The way through a proxy. By default as the environment says.
        public var proxy = Proxy.environment

        /// What `User-Agent` says where a request has none of its own; `nil` sends none.
        public var userAgent: String? = "Larder"

        /// How many exchanges may run at once, at least one. 256 by default; others wait, the most
        /// urgent start first.
        public var exchangeLimit = 256

        /// How many exchanges may run at once with one host, at least one. 64 by default. A host
        /// that speaks HTTP/2 gets at least 100, which share a connection.
        public var hostExchangeLimit = 64

        /// How many connections are kept open for later exchanges, at least one. 64 by default.
        public var idleConnectionLimit = 64

        /// Makes the default configuration.
        public init() {}
    }

    /// Whose certificates are trusted. Nothing turns verification off.
    public struct Trust: Sendable, Hashable {
        package enum Source: Sendable, Hashable { case system, file(String), pem(Data) }
        package let source: Source

        /// The certificate authorities that the system trusts.
        public static let system = Trust(source: .system)

        /// The authorities in a file of PEM certificates, and no others.
        public static func file(_ path: String) -> Trust { Trust(source: .file(path)) }

        /// The authorities in PEM text, and no others.
        public static func pem(_ certificates: Data) -> Trust { Trust(source: .pem(certificates)) }
    }

    /// The way through a proxy.
    ///
    /// A request with an address policy other than ``AddressPolicy/any`` never goes through a
    /// proxy: what the proxy connects to could not be checked.
    public struct Proxy: Sendable {
        enum Source { case environment, none, url(String) }
        let source: Source

        /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
        public static let environment = Proxy(source: .environment)

        /// Straight to each host.
        public static let none = Proxy(source: .none)

        /// Through the proxy at `url`, such as `http://proxy.example:3128`, except to the hosts
        /// that `no_proxy` names.
        public static func url(_ url: String) -> Proxy { Proxy(source: .url(url)) }
    }
}
#endif
