import Larder
import Testing

@Suite struct `A memory cache's changes in place` {
    private let cache = MemoryCache<String, [Int]>(capacity: .bytes(1000)) { .bytes($0.count) }

    @Test func `insert what is missing and return what is there`() {
        #expect(cache.value(for: "a", orInsert: { [1] }) == [1])
        #expect(cache.value(for: "a", orInsert: { [2] }) == [1])
        #expect(cache["a"] == [1])
    }

    @Test func `return what is too large to keep`() {
        let large = [Int](repeating: 0, count: 501)
        #expect(cache.value(for: "a", orInsert: { large }) == large)
        #expect(cache["a"] == nil)
    }

    @Test func `forward an error and store nothing`() {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try cache.value(for: "a") { () throws(Refusal) in throw Refusal() }
        }
        cache["b"] = [1]
        #expect(throws: Refusal.self) {
            try cache.update("b") { (_: inout [Int]) throws(Refusal) in throw Refusal() }
        }
        #expect(cache["a"] == nil && cache["b"] == [1])
    }

    @Test func `give the faster caller's value to all`() {
        let value = cache.value(for: "a") {
            cache["a"] = [1]
            return [2]
        }
        #expect(value == [1])
        #expect(cache["a"] == [1])
    }

    @Test func `change the value and measure it anew`() {
        #expect(cache.update("a") { $0.append(1) } == nil)
        cache["a"] = [1]
        #expect(cache.update("a") { $0 += [2, 3] } == [1, 2, 3])
        #expect(cache["a"] == [1, 2, 3])
        #expect(cache.statistics.bytes == .bytes(3))
    }

    @Test func `run again when another store came between`() {
        cache["a"] = [1]
        var runs = 0
        cache.update("a") { value in
            runs += 1
            if runs == 1 { cache["a"] = [10] }
            value.append(2)
        }
        #expect(runs == 2)
        #expect(cache["a"] == [10, 2])
    }

    @Test func `lose none of many at once`() async {
        cache["a"] = [0]
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { [cache] in
                    for _ in 0..<250 { cache.update("a") { $0[0] += 1 } }
                }
            }
        }
        #expect(cache["a"] == [1000])
    }

    @Test func `make all who get or insert at once agree`() async {
        let cache = MemoryCache<Int, Int>(maximumCount: 1000)
        for key in 0..<100 {
            let values = await withTaskGroup(of: Int.self) { group in
                for caller in 0..<4 {
                    group.addTask { cache.value(for: key) { caller } }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(values.count == 1)
        }
    }
}
