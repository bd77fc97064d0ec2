import Testing

@testable import Larder

@Suite struct `The row of exchanges that wait` {
    @Test func `goes by priority, then by arrival`() {
        var queue = StartQueue<String>(limit: 10, hostLimit: 10)
        let added: [(String, LoadPriority)] = [
            ("a", .normal), ("b", .high), ("c", .normal), ("d", .lowest), ("e", .high),
        ]
        for (name, priority) in added { _ = queue.add(name, host: "h", priority: priority) }
        #expect((0..<6).map { _ in queue.takeNext() } == ["b", "e", "a", "c", "d", nil])
    }

    @Test func `lets no more run than the limit, and goes on when one ends`() {
        var queue = StartQueue<String>(limit: 1, hostLimit: 10)
        for name in ["a", "b"] { _ = queue.add(name, host: name, priority: .normal) }
        #expect(queue.takeNext() == "a")
        #expect(queue.takeNext() == nil)
        queue.finish(host: "a")
        #expect(queue.takeNext() == "b")
        #expect(!queue.isEmpty)
        queue.finish(host: "b")
        #expect(queue.isEmpty)
    }

    @Test func `passes over those whose host is full`() {
        var queue = StartQueue<String>(limit: 10, hostLimit: 1)
        _ = queue.add("a1", host: "a", priority: .high)
        _ = queue.add("a2", host: "a", priority: .high)
        _ = queue.add("b1", host: "b", priority: .low)
        #expect((0..<3).map { _ in queue.takeNext() } == ["a1", "b1", nil])
        queue.finish(host: "a")
        #expect(queue.takeNext() == "a2")
    }

    @Test func `gives a host that multiplexes more room`() {
        var queue = StartQueue<Int>(limit: 1000, hostLimit: 1)
        for number in 0..<200 { _ = queue.add(number, host: "h", priority: .normal) }
        #expect(queue.takeNext() == 0)
        #expect(queue.takeNext() == nil)
        queue.noteMultiplexing("h")
        var count = 1
        while queue.takeNext() != nil { count += 1 }
        #expect(count == StartQueue<Int>.streamLimit)
    }

    @Test func `forgets who has left`() {
        var queue = StartQueue<String>(limit: 1, hostLimit: 1)
        let first = queue.add("a", host: "h", priority: .normal)
        let second = queue.add("b", host: "h", priority: .normal)
        #expect(queue.cancel(first) == "a")
        #expect(queue.cancel(first) == nil)
        #expect(queue.takeNext() == "b")
        #expect(queue.cancel(second) == nil)
        #expect(queue.cancelAll().isEmpty)
    }
}
