import LarderTesting
import Testing

@testable import LarderImage

struct PrefetchWindowTests {
    private func names(_ change: PrefetchWindow<Int>.Change) -> [Int] { change.started.map(\.item) }

    @Test func `the most wanted start first, and the next when one has ended`() {
        var window = PrefetchWindow<Int>(limit: 2)
        let first = window.move(to: [5, 6, 7])
        #expect(names(first) == [5, 6])
        #expect(names(window.end(5, first.started[0].id)) == [7])
        #expect(names(window.end(5, first.started[0].id)).isEmpty)
    }

    @Test func `what leaves is cancelled and gives its place to what comes`() {
        var window = PrefetchWindow<Int>(limit: 2)
        let first = window.move(to: [1, 2])
        let second = window.move(to: [2, 3])
        #expect(second.cancelled == [first.started[0].id])
        #expect(names(second) == [3])
        #expect(names(window.end(1, first.started[0].id)).isEmpty)
        #expect(window.runningCount == 2)
    }

    @Test func `what has ended starts again only after it had left`() {
        var window = PrefetchWindow<Int>(limit: 1)
        let first = window.move(to: [1])
        _ = window.end(1, first.started[0].id)
        #expect(names(window.move(to: [1])).isEmpty)
        _ = window.move(to: [])
        #expect(names(window.move(to: [1])) == [1])
    }

    @Test func `items are added once and taken out singly`() {
        var window = PrefetchWindow<Int>(limit: 1)
        #expect(names(window.add([1, 2, 1])) == [1])
        #expect(names(window.add([2, 3])).isEmpty)
        #expect(window.count == 3)
        #expect(names(window.remove([1, 2])) == [3])
    }

    @Test func `never more than the limit is under way, and only what is wanted`() {
        var random = SeededGenerator(seed: 5)
        var window = PrefetchWindow<Int>(limit: 3)
        var running: [Int: Int] = [:]
        var wanted: Set<Int> = []
        for _ in 0..<20_000 {
            let items = (0..<6).map { _ in Int.random(in: 0..<12, using: &random) }
            let change: PrefetchWindow<Int>.Change
            switch Int.random(in: 0..<4, using: &random) {
            case 0: (change, wanted) = (window.move(to: items), Set(items))
            case 1: (change, wanted) = (window.add(items), wanted.union(items))
            case 2: (change, wanted) = (window.remove(items), wanted.subtracting(items))
            default:
                guard let (id, item) = running.min(by: { $0.key < $1.key }) else { continue }
                running[id] = nil
                change = window.end(item, id)
            }
            for id in change.cancelled { #expect(running.removeValue(forKey: id) != nil) }
            for (item, id) in change.started {
                #expect(!running.values.contains(item))
                running[id] = item
            }
            #expect(running.count <= 3 && running.count == window.runningCount)
            #expect(wanted.isSuperset(of: running.values))
        }
    }
}
