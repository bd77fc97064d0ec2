import Larder

// Where keys lie: at the one engine, or at the nodes of a cluster.

extension TierState {
    /// The place of what is known about `key`, served where `name`, its own in the engine or its
    /// lease's, lies.
    func place(of key: String, named name: @autoclosure () -> RESPCommand.Word) -> KeyPlace {
        let hash = KeyHash(key)
        var connection = hash.connection(of: connectionsEach)
        if isCluster, case .text(let text) = name() {
            let slot = ClusterMap.slot(of: text.utf8)
            connection += change { $0.map?.node(of: slot) ?? 0 } * connectionsEach
        }
        return KeyPlace(hash: hash, connection: connection)
    }

    /// Where a connection leads.
    func endpoint(of connection: Int, in fallback: RedisEndpoint) -> RedisEndpoint {
        change { state in
            guard let nodes = state.map?.nodes else { return fallback }
            let node = connection / connectionsEach
            return node < nodes.count ? nodes[node] : fallback
        }
    }

    /// One connection to each node that serves keys.
    var connectionToEach: [Int] {
        change { ($0.map?.owning ?? [0]).map { $0 * connectionsEach } }
    }

    /// Where a request for `place` goes that was answered by a redirection, and whether only this
    /// once; `nil` when it was not.
    func follow(
        _ answers: [RESPValue], from place: KeyPlace, through core: ClientCore
    ) -> (place: KeyPlace, isOnce: Bool)? {
        guard isCluster, let redirection = answers.lazy.compactMap(Redirection.init).first else {
            return nil
        }
        let own = place.hash.connection(of: connectionsEach)
        let asked = place.connection / connectionsEach
        let node: (number: Int, isOnce: Bool)? = change { state in
            let isConnected = isConnected(state)
            let node = state.map?.node(
                host: redirection.host, port: redirection.port, namedBy: asked,
                isConnected: isConnected)
            guard let node else { return nil }
            if let slot = redirection.movedSlot { state.map?.move(slot, to: node) }
            return (number: node, isOnce: redirection.movedSlot == nil)
        }
        guard let node else { return nil }
        if !node.isOnce { findNodes(through: core) }
        let moved = KeyPlace(hash: place.hash, connection: node.number * connectionsEach + own)
        return (moved, node.isOnce)
    }

    /// Asks a node where everything is, another one each time. To be called when something has gone
    /// wrong; at most four times a second, one at a time.
    func findNodes(through core: ClientCore) {
        guard isCluster else { return }
        let now = uptime()
        let node: Int? = change { state in
            guard !state.isMapping, let map = state.map,
                state.mappedAt.map({ now - $0 >= .milliseconds(250) }) ?? true
            else { return nil }
            state.isMapping = true
            state.mappedAt = now
            state.mapper = (state.mapper + 1) % map.nodes.count
            return state.mapper
        }
        guard let node else { return }
        core.submit(
            RESPCommand("CLUSTER", "SLOTS"), over: node * connectionsEach,
            RedisRequest(
                observe: { _ in },
                complete: { result in
                    // A node that does not answer is asked again in its turn.
                    let answer = try? result.get().first
                    let isFound = self.change { state in
                        state.isMapping = false
                        let isConnected = self.isConnected(state)
                        return state.map?.replace(
                            by: answer, from: node, isConnected: isConnected) == true
                    }
                    if isFound { self.connectToAll(through: core) }
                }))
    }

    /// Which nodes are connected, by number.
    private func isConnected(_ state: State) -> (Int) -> Bool {
        let (listening, each) = (state.isListening, connectionsEach)
        return { node in listening[node * each..<(node + 1) * each].contains(true) }
    }

    /// Connects to every node that serves keys: only then is heard what changes there.
    private func connectToAll(through core: ClientCore) {
        for first in connectionToEach {
            for connection in first..<first + connectionsEach {
                core.submit(
                    RESPCommand("PING"), over: connection,
                    RedisRequest(observe: { _ in }, complete: { _ in }))
            }
        }
    }
}
