import Synchronization

/// The cache that most write: a dictionary of nodes in a doubly linked list, the least recently
/// used leaving first, behind one lock.
final class LinkedPeer<Key: Hashable & Sendable>: Sendable {
    private let state: Mutex<State>

    init(capacity: Int) {
        state = Mutex(State(capacity: capacity))
    }

    func value(for key: Key) -> Picture? {
        state.withLock { $0.value(for: key) }
    }

    func insert(_ value: Picture, for key: Key) {
        let old = state.withLock { $0.insert(value, for: key) }
        consume(old)
    }

    private final class Node {
        let key: Key
        var value: Picture
        var next: Node?
        unowned(unsafe) var previous: Node?

        init(key: Key, value: Picture) {
            self.key = key
            self.value = value
        }
    }

    private struct State {
        let capacity: Int
        var nodes: [Key: Node] = [:]
        var first: Node?
        unowned(unsafe) var last: Node?

        init(capacity: Int) {
            self.capacity = capacity
        }

        mutating func value(for key: Key) -> Picture? {
            guard let node = nodes[key] else { return nil }
            unlink(node)
            link(node)
            return node.value
        }

        mutating func insert(_ value: Picture, for key: Key) -> Picture? {
            if let node = nodes[key] {
                let old = node.value
                node.value = value
                unlink(node)
                link(node)
                return old
            }
            var old: Picture?
            if nodes.count == capacity, let last {
                unlink(last)
                old = nodes.removeValue(forKey: last.key)?.value
            }
            let node = Node(key: key, value: value)
            nodes[key] = node
            link(node)
            return old
        }

        private mutating func link(_ node: Node) {
            node.next = first
            node.previous = nil
            first?.previous = node
            if last == nil { last = node }
            first = node
        }

        private mutating func unlink(_ node: Node) {
            let next = node.next
            if let previous = node.previous { previous.next = next } else { first = next }
            if let next { next.previous = node.previous } else { last = node.previous }
            node.next = nil
        }
    }
}
