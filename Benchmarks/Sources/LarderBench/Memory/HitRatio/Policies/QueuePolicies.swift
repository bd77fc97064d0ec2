/// Least recently used: what is found becomes the newest, the oldest leaves.
struct LRU: ReplayCache {
    let capacity: Int
    private var order: LinkedOrder

    init(capacity: Int, objects: Int) {
        self.capacity = capacity
        order = LinkedOrder(objects: objects)
    }

    mutating func request(_ key: Int, size: Int) -> Bool {
        if order.contains(key) {
            order.refresh(key)
            return true
        }
        guard size <= capacity else { return false }
        while order.bytes + size > capacity, let oldest = order.oldest { order.remove(oldest) }
        order.append(key, size: size)
        return false
    }
}

/// First in, first out; CLOCK when what was found gets a second round.
struct FIFO: ReplayCache {
    let capacity: Int
    private let givesSecondRound: Bool
    private var order: LinkedOrder
    private var isUsed: [Bool]

    init(capacity: Int, objects: Int, givesSecondRound: Bool) {
        self.capacity = capacity
        self.givesSecondRound = givesSecondRound
        order = LinkedOrder(objects: objects)
        isUsed = Array(repeating: false, count: objects)
    }

    mutating func request(_ key: Int, size: Int) -> Bool {
        if order.contains(key) {
            isUsed[key] = givesSecondRound
            return true
        }
        guard size <= capacity else { return false }
        while order.bytes + size > capacity, let oldest = order.oldest {
            if isUsed[oldest] { order.refresh(oldest) } else { order.remove(oldest) }
            isUsed[oldest] = false
        }
        order.append(key, size: size)
        return false
    }
}

/// SIEVE (Zhang et al., NSDI '24): a hand that clears marks in place, from the oldest on.
struct SIEVE: ReplayCache {
    let capacity: Int
    private var order: LinkedOrder
    private var isUsed: [Bool]
    private var hand: Int?

    init(capacity: Int, objects: Int) {
        self.capacity = capacity
        order = LinkedOrder(objects: objects)
        isUsed = Array(repeating: false, count: objects)
    }

    mutating func request(_ key: Int, size: Int) -> Bool {
        if order.contains(key) {
            isUsed[key] = true
            return true
        }
        guard size <= capacity else { return false }
        while order.bytes + size > capacity { evict() }
        order.append(key, size: size)
        return false
    }

    private mutating func evict() {
        var place = hand ?? order.oldest
        while let key = place, isUsed[key] {
            isUsed[key] = false
            place = order.newer(than: key) ?? order.oldest
        }
        guard let key = place else { return }
        hand = order.newer(than: key)
        order.remove(key)
    }
}
