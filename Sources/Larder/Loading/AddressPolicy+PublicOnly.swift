extension AddressPolicy {
    /// Addresses of the public internet only: no loopback, private, shared (carrier-grade NAT),
    /// link-local, multicast, documentation, benchmarking or reserved ones, by the registries of
    /// special-purpose addresses (RFC 6890). An IPv6 address that stands for an IPv4 one is judged
    /// by that.
    public static let publicOnly = AddressPolicy(
        allows: { address, _ in IPAddress(address)?.isPublic ?? false }, isUnrestricted: false)
}
