public import Larder

/// How a ``RedisTier`` reaches its engine and what it may cost.
public struct RedisConfiguration: Sendable {
    /// Where the engine listens.
    public var endpoint: RedisEndpoint
    /// The ACL user to log in as; `nil`, the default, means the engine's `default` user.
    public var user: String?
    /// The password to log in with. `nil`, the default, means none.
    public var password: String?
    /// The number of the database. 0 by default, the only one that a cluster has.
    public var database = 0
    /// What the names of all keys begin with. `larder` by default. Tiers with one prefix in one
    /// database share their entries; with different ones they know nothing of each other.
    public var prefix = "larder"
    /// How many connections to keep, to each node of a cluster: from 1 to 64. 2 by default: a large
    /// answer then holds up only some.
    public var connections = 2
    /// The longest that a look-up, a store or a removal may take; then it is a miss or is owed.
    /// 250 ms by default.
    public var deadline: Duration = .milliseconds(250)
    /// How long connecting may take, name look-up included. 1 s by default.
    public var connectDeadline: Duration = .seconds(1)
    /// After how long without a word the engine is asked whether it is there, at least 10 ms. 1 s
    /// by default.
    public var heartbeat: Duration = .seconds(1)
    /// The largest entry to keep, metadata included. 1 MiB by default; larger ones bypass the
    /// tier.
    public var sizeLimit: ByteCount = .mebibytes(1)
    /// How long one machine may keep the others from asking the origin for a key, and how long one
    /// waits for another at most. 10 s by default. A machine that dies meanwhile holds the others
    /// up for a quarter of it.
    public var lease: Duration = .seconds(10)
    /// Of how many keys to know what is current. 65,536 by default, at about 64 bytes each.
    /// Copies above this tier of keys beyond that are looked up again before they are served.
    public var knownKeys = 65_536
    /// With a key, entries are authenticated. `nil`, the default, means checksums only.
    public var digestKey: RedisDigestKey?
    /// Where the time comes from.
    public var time: TimeSource = .system
    /// Told of what happens to the engine. Called on the tier's own thread: it must not block.
    public var onEvent: @Sendable (RedisEvent) -> Void = { _ in }

    /// The defaults, for the engine at `endpoint`.
    public init(endpoint: RedisEndpoint) {
        self.endpoint = endpoint
    }
}

extension RedisConfiguration {
    /// How many connections each node has.
    var connectionsEach: Int { min(max(1, connections), 64) }

    /// How many connections there may be. In a cluster each node has its own; one that is not used
    /// is not made.
    var connectionCount: Int {
        connectionsEach * (endpoint.seeds == nil ? 1 : ClusterMap.nodeLimit)
    }

    var settings: ConnectionSettings {
        ConnectionSettings(
            greeting: greeting, deadline: deadline, connectDeadline: connectDeadline,
            heartbeat: max(heartbeat, .milliseconds(10)),
            // Generous: a fleet's machines need not agree on the largest entry.
            answerLimit: max(64 << 20, sizeLimit.bytes &* 2), breaker: Self.breaker)
    }

    /// Opens after three failures in a row.
    static let breaker = Breaker(threshold: 3, pauses: .milliseconds(200)...(.seconds(10)))

    /// Protocol 3, so that the engine can speak up; whom it speaks to; and a word to see that it
    /// is ready to work.
    private var greeting: RESPCommand {
        var hello: [RESPCommand.Word] = ["HELLO", "3"]
        if let password { hello += ["AUTH", .text(user ?? "default"), .text(password)] }
        var greeting = RESPCommand()
        greeting.append(hello)
        if database != 0 { greeting.append(["SELECT", .number(database)]) }
        greeting.append(["CLIENT", "TRACKING", "ON", "NOLOOP"])
        greeting.append(["PING"])
        return greeting
    }
}
