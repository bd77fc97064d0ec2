/// Belady's choice: what is wanted again last leaves first. Knows the future, and is the best
/// there can be where all sizes are equal.
struct Belady: ReplayCache {
    let capacity: Int
    /// For each request, when its key is requested next.
    private let nextUse: [Int]
    private var now = -1
    private var bytes = 0
    private var sizes: [Int]
    private var wantedAt: [Int]
    private var heap = MaxHeap()

    init(capacity: Int, trace: Trace) {
        self.capacity = capacity
        var next = Array(repeating: Int.max, count: trace.keys.count)
        var seen = Array(repeating: Int.max, count: trace.objects)
        for index in trace.keys.indices.reversed() {
            next[index] = seen[trace.keys[index]]
            seen[trace.keys[index]] = index
        }
        nextUse = next
        sizes = Array(repeating: 0, count: trace.objects)
        wantedAt = Array(repeating: 0, count: trace.objects)
    }

    mutating func request(_ key: Int, size: Int) -> Bool {
        now += 1
        let isHit = sizes[key] > 0
        wantedAt[key] = nextUse[now]
        if !isHit {
            guard size <= capacity else { return false }
            sizes[key] = size
            bytes += size
        }
        heap.push((wantedAt[key], key))
        while bytes > capacity, let (time, candidate) = heap.pop() {
            // An older mark of a key that has been requested since means nothing.
            guard sizes[candidate] > 0, wantedAt[candidate] == time else { continue }
            bytes -= sizes[candidate]
            sizes[candidate] = 0
        }
        return isHit
    }
}

/// A binary heap with the latest time on top.
private struct MaxHeap {
    private var items: [(time: Int, key: Int)] = []

    mutating func push(_ item: (Int, Int)) {
        items.append(item)
        var child = items.count - 1
        while child > 0, items[(child - 1) / 2].time < items[child].time {
            items.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> (Int, Int)? {
        guard let top = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return top }
        items[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            if child + 1 < items.count, items[child + 1].time > items[child].time { child += 1 }
            guard child < items.count, items[child].time > items[parent].time else { return top }
            items.swapAt(child, parent)
            parent = child
        }
    }
}
