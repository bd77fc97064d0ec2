/// ARC (Megiddo and Modha, FAST '03) with bytes in the place of pages.
struct ARC: ReplayCache {
    let capacity: Int
    /// Seen once, seen again, and the ghosts of either.
    private var once: LinkedOrder
    private var again: LinkedOrder
    private var onceGhosts: LinkedOrder
    private var againGhosts: LinkedOrder
    private var target = 0.0

    init(capacity: Int, objects: Int) {
        self.capacity = capacity
        once = LinkedOrder(objects: objects)
        again = once
        onceGhosts = once
        againGhosts = once
    }

    mutating func request(_ key: Int, size: Int) -> Bool {
        if once.contains(key) {
            again.append(key, size: once.remove(key))
            return true
        }
        if again.contains(key) {
            again.refresh(key)
            return true
        }
        guard size <= capacity else { return false }
        let wasOnce = onceGhosts.contains(key)
        let wasAgain = againGhosts.contains(key)
        if wasOnce { adapt(size, againGhosts.bytes, onceGhosts.bytes, sign: 1) }
        if wasAgain { adapt(size, onceGhosts.bytes, againGhosts.bytes, sign: -1) }
        while once.bytes + again.bytes + size > capacity { replace(forGhost: wasAgain) }
        if wasOnce { onceGhosts.remove(key) }
        if wasAgain { againGhosts.remove(key) }
        if wasOnce || wasAgain {
            again.append(key, size: size)
        } else {
            once.append(key, size: size)
        }
        forget()
        return false
    }

    private mutating func adapt(_ size: Int, _ other: Int, _ own: Int, sign: Double) {
        let step = Double(size) * max(Double(other) / Double(max(own, 1)), 1)
        target = min(max(target + sign * step, 0), Double(capacity))
    }

    private mutating func replace(forGhost isAgain: Bool) {
        let isOver = Double(once.bytes) > target || (isAgain && Double(once.bytes) == target)
        if let key = once.oldest, isOver || again.count == 0 {
            onceGhosts.append(key, size: once.remove(key))
        } else if let key = again.oldest {
            againGhosts.append(key, size: again.remove(key))
        }
    }

    private mutating func forget() {
        while once.bytes + onceGhosts.bytes > capacity, let key = onceGhosts.oldest {
            onceGhosts.remove(key)
        }
        while once.bytes + onceGhosts.bytes + again.bytes + againGhosts.bytes > 2 * capacity,
            let key = againGhosts.oldest
        {
            againGhosts.remove(key)
        }
    }
}
