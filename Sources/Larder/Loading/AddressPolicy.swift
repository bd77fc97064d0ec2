/// Which network addresses may be connected to, asked for each connection of each hop.
///
/// A server that fetches what users name must not reach its own network: give it
/// ``publicOnly``. The address asked about is the one connected to, so a name that changes its
/// address between a check and its use gains nothing. Under any policy but ``any``, this machine's
/// files (`file:` URLs) are out of bounds too.
public struct AddressPolicy: Sendable {
    /// Decides on one address: an IPv4 or IPv6 address in text, and a port.
    package let allows: @Sendable (_ address: String, _ port: Int) -> Bool
    /// Whether every address is allowed, so that no origin need ask.
    package let isUnrestricted: Bool

    /// Every address. The default.
    public static let any = AddressPolicy(allows: { _, _ in true }, isUnrestricted: true)

    /// The addresses for which `allows` returns `true`. It is called on the origin's own thread
    /// and must not block.
    public static func custom(
        _ allows: @escaping @Sendable (_ address: String, _ port: Int) -> Bool
    ) -> AddressPolicy {
        AddressPolicy(allows: allows, isUnrestricted: false)
    }
}
