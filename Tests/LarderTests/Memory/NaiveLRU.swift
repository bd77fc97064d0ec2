/// LRU written down word by word, on a plain array.
struct NaiveLRU {
    let capacity: Int
    let maximumCount: Int
    private var entries: [(key: Int, cost: Int)] = []

    init(capacity: Int, maximumCount: Int = .max) {
        self.capacity = capacity
        self.maximumCount = maximumCount
    }
}

extension NaiveLRU {
    var keys: [Int] { entries.map(\.key) }

    /// Whether `key` is here. What is not is stored, unless it costs over half the capacity.
    mutating func request(_ key: Int, cost: Int) -> Bool {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries.append(entries.remove(at: index))
            return true
        }
        guard cost <= max(capacity / 2, 1) else { return false }
        entries.append((key, cost))
        while entries.count > maximumCount || entries.reduce(0, { $0 + $1.cost }) > capacity {
            entries.removeFirst()
        }
        return false
    }
}
