/// The queues of ``EvictionPolicy`` as doubly linked lists in one array.
///
/// An entry's node lies at the entry's handle, so linking and unlinking touch at most three nodes
/// and allocate nothing.
struct EntryChains: Sendable {
    private var nodes: [Node] = []
    private var queues = [Ends](repeating: Ends(), count: Queue.count)
    /// Bit n says that main queue n is not empty.
    private var filledMainQueues: UInt64 = 0
}

/// The place of an entry among its policy's nodes.
@usableFromInline typealias Handle = Int

extension EntryChains {
    /// What the policy keeps of an entry: 24 bytes.
    struct Node: Sendable {
        let cost: Int
        fileprivate var older: Link = .none
        fileprivate var newer: Link = .none
        var priority = Priority()
        var usesOnEntry: UInt8 = 0
        let queue: Queue

        init(cost: Int, queue: Queue) {
            self.cost = cost
            self.queue = queue
        }
    }

    /// Which queue: 0 for probation, the others for main: by cost, each for a factor of four, first
    /// those of entries that were used little.
    struct Queue: Sendable, Equatable {
        let number: UInt8

        static let probation = Queue(number: 0)
        static let vacant = Queue(number: .max)
        static let count = 1 + 2 * sizeClasses

        static func main(forCost cost: Int, uses: UInt8) -> Queue {
            let octave = Int.bitWidth - 1 - max(cost, 1).leadingZeroBitCount
            let offset = uses > mostOfLittle ? sizeClasses : 0
            return Queue(number: UInt8(1 + offset + min(octave / 2, sizeClasses - 1)))
        }

        private static let sizeClasses = 16
        /// The highest count of an entry that was used little.
        private static let mostOfLittle: UInt8 = 2
    }

    /// A handle in four bytes, or none.
    fileprivate struct Link: Sendable, Equatable {
        private let rawValue: UInt32

        static let none = Link(rawValue: .max)

        init(_ handle: Handle) { rawValue = UInt32(handle) }
        private init(rawValue: UInt32) { self.rawValue = rawValue }

        var handle: Handle? { self == .none ? nil : Int(rawValue) }
    }

    private struct Ends: Sendable {
        var oldest: Link = .none
        var newest: Link = .none
    }
}

extension EntryChains {
    subscript(handle: Handle) -> Node { nodes[handle] }

    /// Handles are below this.
    var places: Int { nodes.count }

    func contains(_ handle: Handle) -> Bool {
        handle < nodes.count && nodes[handle].queue != .vacant
    }

    /// The entry that has been longest in `queue`.
    func tail(of queue: Queue) -> Handle? { queues[Int(queue.number)].oldest.handle }

    /// Of the main queues' oldest entries, the one with the least priority.
    var mainTailOfLeastPriority: Handle? {
        var best: (handle: Handle, priority: Priority)?
        var rest = filledMainQueues
        while rest != 0 {
            let number = rest.trailingZeroBitCount
            rest &= rest - 1
            guard let handle = queues[number].oldest.handle else { continue }
            let priority = nodes[handle].priority
            if best.map({ priority < $0.priority }) ?? true { best = (handle, priority) }
        }
        return best?.handle
    }

    /// Puts an entry at the young end of its node's queue.
    mutating func push(_ handle: Handle, _ node: Node) {
        let number = Int(node.queue.number)
        let link = Link(handle)
        var node = node
        node.older = queues[number].newest
        node.newer = .none
        makeNode(at: handle)
        nodes[handle] = node
        if let older = node.older.handle {
            nodes[older].newer = link
        } else {
            queues[number].oldest = link
        }
        queues[number].newest = link
        if node.queue != .probation { filledMainQueues |= 1 << number }
    }

    /// Takes an entry out of its queue.
    mutating func pop(_ handle: Handle) -> Node {
        let node = nodes[handle]
        let number = Int(node.queue.number)
        if let older = node.older.handle {
            nodes[older].newer = node.newer
        } else {
            queues[number].oldest = node.newer
        }
        if let newer = node.newer.handle {
            nodes[newer].older = node.older
        } else {
            queues[number].newest = node.older
        }
        if queues[number].oldest == .none { filledMainQueues &= ~(1 << number) }
        nodes[handle] = Node(cost: 0, queue: .vacant)
        return node
    }

    private mutating func makeNode(at handle: Handle) {
        guard handle >= nodes.count else { return }
        nodes.reserveGently(handle + 1)
        let vacant = Node(cost: 0, queue: .vacant)
        nodes.append(contentsOf: repeatElement(vacant, count: handle + 1 - nodes.count))
    }

    /// The entries of `queue`, the oldest first.
    func handles(in queue: Queue) -> [Handle] {
        var handles: [Handle] = []
        var next = queues[Int(queue.number)].oldest.handle
        while let handle = next, handles.count <= nodes.count {
            handles.append(handle)
            next = nodes[handle].newer.handle
        }
        return handles
    }
}

extension Array {
    /// Makes room for `needed` elements, growing by a sixteenth rather than to the double: half the
    /// growth of a million entries would be memory that holds nothing.
    @inlinable
    mutating func reserveGently(_ needed: Int) {
        guard needed > capacity else { return }
        reserveCapacity(Swift.max(needed, capacity + capacity / 16 + 8))
    }
}
