/// Files named by the SHA-1 of their keys, as JMImageCache did.
struct DigestNamedFiles: OlderLayout {
    static let prefix = "JMImageCache-"

    func fileName(forKey key: String) -> String? { Self.prefix + SHA1.hex(of: key) }

    func keys(of names: [String], among keys: [String]) -> [String: OlderKey] {
        let known = Dictionary(
            keys.map { (Self.prefix + SHA1.hex(of: $0), $0) },
            uniquingKeysWith: { first, _ in first })
        return Dictionary(
            names.map { name in
                let key = known[name].map(OlderKey.key)
                return (name, key ?? .unknown(owns(name) ? .keyUnknown : .foreign))
            }, uniquingKeysWith: { first, _ in first })
    }

    func owns(_ name: String) -> Bool {
        name.hasPrefix(Self.prefix) && name.utf8.count == Self.prefix.utf8.count + 40
    }
}
