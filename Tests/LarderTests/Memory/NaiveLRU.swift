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

    /// One of half the capacity, with the youngest that fit of those that `keeps` keeps.
    func halved(keeping keeps: (Int) -> Bool) -> NaiveLRU {
        var half = NaiveLRU(capacity: max(capacity / 2, 1), maximumCount: max(maximumCount / 2, 1))
        half.entries = entries.filter { keeps($0.key) }
        half.shrink()
        return half
    }

    /// Whether `key` is here. What is not is stored, unless it costs over half the capacity.
    mutating func request(_ key: Int, cost: Int) -> Bool {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries.append(entries.remove(at: index))
            return true
        }
        guard cost <= max(capacity / 2, 1) else { return false }
        entries.append((key, cost))
        shrink()
        return false
    }

    private mutating func shrink() {
        while entries.count > maximumCount || entries.reduce(0, { $0 + $1.cost }) > capacity {
            entries.removeFirst()
        }
    }
}
