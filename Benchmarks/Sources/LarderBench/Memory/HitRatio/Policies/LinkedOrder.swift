/// An order of keys as a doubly linked list in arrays: what most policies are made of.
struct LinkedOrder {
    private var older: [Int32]
    private var newer: [Int32]
    private(set) var sizes: [Int]
    private var oldestLink: Int32 = -1
    private var newestLink: Int32 = -1
    private(set) var bytes = 0
    private(set) var count = 0

    /// An order in which keys below `objects` may stand.
    init(objects: Int) {
        older = Array(repeating: -1, count: objects)
        newer = older
        sizes = Array(repeating: 0, count: objects)
    }
}

extension LinkedOrder {
    func contains(_ key: Int) -> Bool { sizes[key] > 0 }

    var oldest: Int? { oldestLink < 0 ? nil : Int(oldestLink) }
    var newest: Int? { newestLink < 0 ? nil : Int(newestLink) }

    /// The key that came after `key`.
    func newer(than key: Int) -> Int? { newer[key] < 0 ? nil : Int(newer[key]) }

    mutating func append(_ key: Int, size: Int) {
        older[key] = newestLink
        newer[key] = -1
        if newestLink >= 0 { newer[Int(newestLink)] = Int32(key) } else { oldestLink = Int32(key) }
        newestLink = Int32(key)
        sizes[key] = size
        bytes += size
        count += 1
    }

    /// Takes `key` out and returns its size.
    @discardableResult
    mutating func remove(_ key: Int) -> Int {
        let size = sizes[key]
        if older[key] >= 0 { newer[Int(older[key])] = newer[key] } else { oldestLink = newer[key] }
        if newer[key] >= 0 { older[Int(newer[key])] = older[key] } else { newestLink = older[key] }
        sizes[key] = 0
        bytes -= size
        count -= 1
        return size
    }

    /// Makes `key` the newest.
    mutating func refresh(_ key: Int) {
        append(key, size: remove(key))
    }
}
