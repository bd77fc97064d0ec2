/// S3-FIFO (Yang et al., SOSP '23): a small queue of a tenth, a main queue with up to three more
/// rounds, and ghosts that weigh as much as the main queue may.
struct S3FIFO: ReplayCache {
    let capacity: Int
    private var small: LinkedOrder
    private var main: LinkedOrder
    private var ghosts: LinkedOrder
    private var uses: [UInt8]

    init(capacity: Int, objects: Int) {
        self.capacity = capacity
        small = LinkedOrder(objects: objects)
        main = small
        ghosts = small
        uses = Array(repeating: 0, count: objects)
    }

    mutating func request(_ key: Int, size: Int) -> Bool {
        if small.contains(key) || main.contains(key) {
            uses[key] = min(uses[key] + 1, 3)
            return true
        }
        guard size <= capacity else { return false }
        while small.bytes + main.bytes + size > capacity { evict() }
        uses[key] = 0
        if ghosts.contains(key) {
            ghosts.remove(key)
            main.append(key, size: size)
        } else {
            small.append(key, size: size)
        }
        return false
    }

    private mutating func evict() {
        if small.bytes > capacity / 10 || main.count == 0, let key = small.oldest {
            let size = small.remove(key)
            if uses[key] > 1 { main.append(key, size: size) } else { remember(key, size: size) }
            uses[key] = 0
        } else if let key = main.oldest {
            if uses[key] > 0 {
                uses[key] -= 1
                main.refresh(key)
            } else {
                main.remove(key)
            }
        }
    }

    private mutating func remember(_ key: Int, size: Int) {
        ghosts.append(key, size: size)
        while ghosts.bytes > capacity * 9 / 10, let oldest = ghosts.oldest { ghosts.remove(oldest) }
    }
}
