/// Files named by the SHA-1 of their keys, as JMImageCache did.
struct DigestNamedFiles: OlderLayout {
    static let prefix = "JMImageCache-"

    func fileName(forKey key: String) -> String? { Self.prefix + SHA1.hex(of: key) }

    func keys(of names: [String], among keys: [String]) -> [OlderKey] {
        let known = Dictionary(
            keys.map { (Self.prefix + SHA1.hex(of: $0), $0) },
            uniquingKeysWith: { first, _ in first })
        return names.map { name in
            known[name].map(OlderKey.key) ?? .unknown(owns(name) ? .keyUnknown : .foreign)
        }
    }

    func owns(_ name: String) -> Bool {
        name.hasPrefix(Self.prefix) && name.utf8.count == Self.prefix.utf8.count + 40
    }
}
