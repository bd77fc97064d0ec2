/// What a contest makes every cache do. Generic in the cache, so that each is measured as the
/// compiler specializes it for a program that uses it by its own type.
protocol PeerWork<Key> {
    associatedtype Key: Hashable & Sendable

    /// Works on `peer` and returns how many operations that were.
    func run(on peer: some SpeedPeer<Key>) -> Int
}

/// Looks every key up.
struct Visit<Key: Hashable & Sendable>: PeerWork {
    let keys: [Key]

    func run(on peer: some SpeedPeer<Key>) -> Int {
        var sum = 0
        for key in keys { sum &+= peer.value(for: key)?.number ?? 0 }
        consume(sum)
        return keys.count
    }
}

/// Stores under every key.
struct Fill<Key: Hashable & Sendable>: PeerWork {
    let keys: [Key]

    func run(on peer: some SpeedPeer<Key>) -> Int {
        for (number, key) in keys.enumerated() { peer.insert(Picture(number), for: key) }
        return keys.count
    }
}

/// Looks every key up and stores what is missing.
struct Mix<Key: Hashable & Sendable>: PeerWork {
    let keys: [Key]

    func run(on peer: some SpeedPeer<Key>) -> Int {
        for key in keys where peer.value(for: key) == nil { peer.insert(Picture(0), for: key) }
        return keys.count
    }
}
