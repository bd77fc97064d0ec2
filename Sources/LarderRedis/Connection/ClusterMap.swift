/// Which node of a cluster serves which slot, as far as is known.
///
/// A cluster parts its keys into 16,384 slots. What is not known yet is asked of the seeds, which
/// answer with where it is; so a map that is outdated costs a round trip and nothing else.
struct ClusterMap {
    static let slotCount = 16_384
    /// Nodes beyond these are not used: their keys are misses.
    static let nodeLimit = 64

    /// The nodes that were named, the seeds first. With too many, one that serves nothing and is
    /// not connected gives its number to another.
    private(set) var nodes: [RedisEndpoint]
    private let seedCount: Int
    /// By slot, the number of its node, or -1.
    private var owners = [Int8](repeating: -1, count: Self.slotCount)

    init(seeds: [RedisEndpoint]) {
        nodes = Array(seeds.prefix(Self.nodeLimit))
        seedCount = nodes.count
    }
}

extension ClusterMap {
    /// The node to ask for what lies in `slot`.
    func node(of slot: Int) -> Int {
        let owner = Int(owners[slot])
        return owner >= 0 ? owner : slot % max(1, seedCount)
    }

    /// The nodes that serve slots; the seeds while none is known.
    var owning: [Int] {
        let known = Set(owners).subtracting([-1]).map { Int($0) }.sorted()
        return known.isEmpty ? Array(0..<seedCount) : known
    }

    /// The number of the node at a place that the node `asked` named; `nil` when there are too
    /// many. An empty host stands for that of `asked`. `isConnected` says which nodes are.
    mutating func node(
        host: String, port: Int, namedBy asked: Int, isConnected: (Int) -> Bool
    ) -> Int? {
        guard nodes.indices.contains(asked), let endpoint = nodes[asked].moved(to: host, port)
        else { return nil }
        if let known = nodes.firstIndex(of: endpoint) { return known }
        guard nodes.count == Self.nodeLimit else {
            nodes.append(endpoint)
            return nodes.count - 1
        }
        let serving = Set(owners)
        let free = (seedCount..<nodes.count).first {
            !serving.contains(Int8($0)) && !isConnected($0)
        }
        if let free { nodes[free] = endpoint }
        return free
    }

    /// `slot` is served elsewhere now.
    mutating func move(_ slot: Int, to node: Int) {
        guard owners.indices.contains(slot) else { return }
        owners[slot] = Int8(node)
    }

    /// Takes over what a node answers to `CLUSTER SLOTS`. Returns whether it was an answer.
    mutating func replace(
        by answer: RESPValue?, from asked: Int, isConnected: (Int) -> Bool
    ) -> Bool {
        guard case .array(let ranges)? = answer, !ranges.isEmpty else { return false }
        for range in ranges {
            guard case .array(let parts) = range, parts.count >= 3,
                case .integer(let first) = parts[0], case .integer(let last) = parts[1],
                case .array(let primary) = parts[2], primary.count >= 2,
                case .integer(let port) = primary[1], first >= 0, first <= last,
                last < Self.slotCount,
                let node = node(
                    host: Self.host(primary[0]), port: Int(clamping: port), namedBy: asked,
                    isConnected: isConnected)
            else { continue }
            for slot in Int(first)...Int(last) { owners[slot] = Int8(node) }
        }
        return true
    }

    private static func host(_ named: RESPValue) -> String {
        named.bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension ClusterMap {
    /// The slot that a key lies in: CRC-16 (XMODEM) of its name, or of what stands between the
    /// first `{` and the next `}` if that is anything.
    static func slot(of name: some Collection<UInt8>) -> Int {
        let name = Array(name)
        var hashed = name[...]
        if let open = name.firstIndex(of: UInt8(ascii: "{")),
            let end = name[(open + 1)...].firstIndex(of: UInt8(ascii: "}")), end > open + 1
        {
            hashed = name[(open + 1)..<end]
        }
        var sum: UInt16 = 0
        for byte in hashed {
            sum ^= UInt16(byte) << 8
            for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
        }
        return Int(sum) % slotCount
    }
}

/// Where an answer sends its asker.
struct Redirection: Equatable {
    /// The slot that is served there from now on; `nil` when it is on its way and this once is
    /// meant.
    let movedSlot: Int?
    /// Empty for the host that answered.
    let host: String
    let port: Int
}

extension Redirection {
    init?(_ answer: RESPValue) {
        let words = answer.refusal?.split(separator: " ") ?? []
        guard words.count >= 3, words[0] == "MOVED" || words[0] == "ASK",
            let slot = Int(words[1]), let colon = words[2].lastIndex(of: ":"),
            let port = Int(words[2][colon...].dropFirst())
        else { return nil }
        self.init(
            movedSlot: words[0] == "MOVED" ? slot : nil, host: String(words[2][..<colon]),
            port: port)
    }
}
