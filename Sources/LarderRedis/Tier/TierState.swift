#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import Synchronization

/// What a tier knows, shared by its callers and its client's thread.
final class TierState: Sendable {
    let keys: KeySpace
    let onEvent: @Sendable (RedisEvent) -> Void
    let uptime: @Sendable () -> Duration
    let now: @Sendable () -> Date
    /// How many connections each node has.
    let connectionsEach: Int
    let isCluster: Bool
    private let state: Mutex<State>
    private let tallies = Tallies()
    /// Whether anything is owed, for those who look up: most often nothing is.
    private let owes: Flag

    struct State {
        /// Which node serves what, in a cluster.
        var map: ClusterMap?
        /// Whether a node is being asked for the map, which one was last, and when.
        var isMapping = false
        var mapper = 0
        var mappedAt: Duration?
        /// By connection.
        var versions: [KnownVersions]
        /// Which connections hear of changes.
        var isListening: [Bool]
        var owed = OwedRemovals(limit: 10_000) {
            didSet { owes.isSet = !owed.isEmpty }
        }
        fileprivate let owes: Flag
        /// Which connections carry removals that are owed.
        var paying: Set<Int> = []
        /// How many removals of everything are under way.
        var clearing = 0
        /// Opens while the engine takes no entries: full, read-only.
        var writes = RedisConfiguration.breaker
        /// Opens while the engine refuses to remove.
        var payments = RedisConfiguration.breaker
        /// Who is to be woken when a key or its lease changes.
        var waiters = KeyWaiters()
        var generator = SystemRandomNumberGenerator()
    }

    init(_ configuration: RedisConfiguration) {
        keys = KeySpace(prefix: configuration.prefix)
        onEvent = configuration.onEvent
        uptime = configuration.time.uptime
        now = configuration.time.now
        let share = configuration.connectionsEach
        connectionsEach = share
        let map = configuration.endpoint.seeds.map { ClusterMap(seeds: $0) }
        isCluster = map != nil
        let count = configuration.connectionCount
        let versions = KnownVersions(capacity: configuration.knownKeys / share)
        owes = Flag(false)
        state = Mutex(
            State(
                map: map, versions: Array(repeating: versions, count: count),
                isListening: Array(repeating: false, count: count), owes: owes))
    }
}

/// A key's place in the tier's tables and among its connections.
struct KeyPlace: Sendable {
    let hash: KeyHash
    let connection: Int
}

extension TierState {
    func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    func count(_ figure: Tallies.Figure) { tallies.count(figure) }

    /// Whether any removal is owed.
    var owesAnything: Bool { owes.isSet }

    var statistics: RedisStatistics {
        state.withLock { state in
            var statistics = tallies.statistics
            statistics.owedRemovals = state.owed.keyCount
            statistics.owesRemovalOfAll = state.owed.owesEverything
            statistics.readyConnections = state.isListening.count { $0 }
            return statistics
        }
    }
}

// MARK: - What is current

extension TierState {
    /// Whether `version` is the key's. Of a key about which nothing is known that is `fallback`.
    func isCurrent(
        _ version: EntryVersion?, _ place: KeyPlace, ifUnknown fallback: Bool
    ) -> Bool {
        state.withLock { state in
            if state.owed.contains(place.hash) { return version == state.owed.version(place.hash) }
            guard state.isListening[place.connection] else { return true }
            switch state.versions[place.connection].knowledge(of: place.hash) {
            case .version(let known): return version == known
            case .missing: return version == nil
            case .changed: return false
            case nil: return fallback
            }
        }
    }

    /// Whether the engine was given another version of the key than `version`, as far as is known
    /// here.
    func isReplaced(_ version: EntryVersion?, _ place: KeyPlace) -> Bool {
        state.withLock { state in
            guard !state.owed.contains(place.hash) else { return false }
            switch state.versions[place.connection].knowledge(of: place.hash) {
            case .version(let known): return known != version
            case .changed: return true
            case .missing, nil: return false
            }
        }
    }

    func isOwed(_ place: KeyPlace) -> Bool {
        owesAnything && state.withLock { $0.owed.contains(place.hash) }
    }

    func learn(_ knowledge: KnownVersions.Knowledge, of place: KeyPlace) {
        state.withLock { $0.versions[place.connection].learn(knowledge, of: place.hash) }
    }

    /// Learns from the answer to a look-up, of the whole value or of its beginning.
    func learn(fromValue answer: RESPValue?, of place: KeyPlace) {
        switch answer {
        case .null, .bulk([]), .bulk(EntryForm.removed): learn(.missing, of: place)
        case .bulk(let bytes):
            learn(EntryForm.version(in: bytes).map { .version($0) } ?? .changed, of: place)
        default: break
        }
    }

    /// Learns from the answer to a look-up of the version alone, as follows each write.
    func learn(fromVersion answer: RESPValue?, of place: KeyPlace) {
        guard case .bulk(let bytes)? = answer else { return }
        if EntryForm.isNothing(version: bytes) { return learn(.missing, of: place) }
        learn(EntryVersion(bytes).map { .version($0) } ?? .changed, of: place)
    }
}

// MARK: - What the client tells

extension TierState {
    func hear(_ news: RedisClient.News, over connection: Int, from core: ClientCore) {
        switch news {
        case .isUp:
            state.withLock { state in
                state.versions[connection].forgetAll()
                state.isListening[connection] = true
            }
            onEvent(.connected)
            payDebts(through: core)
        case .isDown(let reason, let isOpen):
            state.withLock { state in
                state.isListening[connection] = false
                state.waiters.wakeAll()
            }
            findNodes(through: core)
            onEvent(.disconnected(reason: reason, isAvailable: !isOpen))
        case .push(let message):
            hear(message, over: connection)
        }
    }

    private func hear(_ message: [RESPValue], over connection: Int) {
        guard message.count == 2, message[0].bytes == Array("invalidate".utf8) else { return }
        // Without names, everything has changed.
        guard case .array(let names) = message[1] else {
            return state.withLock { state in
                state.versions[connection].forgetAll()
                state.waiters.wakeAll()
            }
        }
        for name in names.lazy.compactMap(\.bytes).compactMap(keys.name) {
            state.withLock { $0.hearChange(of: name, over: connection) }
        }
    }
}

extension TierState.State {
    fileprivate mutating func hearChange(of name: KeySpace.Name, over connection: Int) {
        switch name {
        case .entry(let hash):
            versions[connection].hearChange(of: hash)
            waiters.wake(hash)
        case .lease(let hash):
            waiters.wake(hash)
        case .clearing:
            forgetVersions()
            waiters.wakeAll()
        }
    }

    /// What was known of any key is not known any more.
    mutating func forgetVersions() {
        for connection in versions.indices { versions[connection].forgetAll() }
    }
}
