import LarderTesting
import Testing

@testable import Larder

@Suite struct `Who may connect next` {
    @Test func `a host gets no more than its places`() {
        var limiter = HostLimiter(perHost: 2, total: 10)
        #expect(limiter.enter(1, host: "a", priority: .normal) == true)
        #expect(limiter.enter(2, host: "a", priority: .normal) == true)
        #expect(limiter.enter(3, host: "a", priority: .highest) == false)
        #expect(limiter.enter(4, host: "b", priority: .lowest) == true)
        #expect(limiter.leave(host: "b") == nil)
        #expect(limiter.leave(host: "a") == 3)
    }

    @Test func `all together get no more than the total`() {
        var limiter = HostLimiter(perHost: 2, total: 2)
        #expect(limiter.enter(1, host: "a", priority: .normal) == true)
        #expect(limiter.enter(2, host: "b", priority: .normal) == true)
        #expect(limiter.enter(3, host: "c", priority: .normal) == false)
        #expect(limiter.leave(host: "a") == 3)
        #expect(limiter.takenCount == 2)
    }

    @Test func `the most urgent goes first, then the first to come`() {
        var limiter = HostLimiter(perHost: 1, total: 1)
        #expect(limiter.enter(0, host: "a", priority: .normal) == true)
        for (id, priority) in [(1, LoadPriority.low), (2, .high), (3, .low), (4, .high)] {
            #expect(limiter.enter(id, host: "a", priority: priority) == false)
        }
        limiter.raise(3, to: .highest)
        limiter.raise(4, to: .lowest)
        let order = (0..<4).compactMap { _ in limiter.leave(host: "a") }
        #expect(order == [3, 2, 4, 1])
    }

    @Test func `hosts take turns`() {
        var limiter = HostLimiter(perHost: 10, total: 1)
        #expect(limiter.enter(0, host: "a", priority: .normal) == true)
        for id in 1...3 { #expect(limiter.enter(id, host: "a", priority: .normal) == false) }
        for id in 4...6 { #expect(limiter.enter(id, host: "b", priority: .normal) == false) }
        let order = ["a", "b", "a", "b", "a", "b"].compactMap { limiter.leave(host: $0) }
        #expect(order == [4, 1, 5, 2, 6, 3])
    }

    @Test func `who withdraws is not granted a place`() {
        var limiter = HostLimiter(perHost: 1, total: 1)
        #expect(limiter.enter(1, host: "a", priority: .normal) == true)
        #expect(limiter.enter(2, host: "a", priority: .normal) == false)
        #expect(limiter.withdraw(2) == true)
        #expect(limiter.withdraw(1) == false)
        #expect(limiter.leave(host: "a") == nil)
        #expect(limiter.takenCount == 0)
    }

    @Test func `random runs keep within the bounds and starve nobody`() {
        var random = SeededGenerator(seed: 7)
        var limiter = HostLimiter(perHost: 3, total: 7)
        var hosts: [Int: String] = [:]
        var active: Set<Int> = []
        for id in 0..<3000 {
            let host = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
            hosts[id] = host
            let priority = LoadPriority.allCases.randomElement(using: &random) ?? .normal
            if limiter.enter(id, host: host, priority: priority) { active.insert(id) }
            while Int.random(in: 0..<3, using: &random) > 0 || id == 2999,
                let done = active.sorted().randomElement(using: &random)
            {
                active.remove(done)
                let granted = limiter.leave(host: hosts.removeValue(forKey: done) ?? "")
                if let granted { active.insert(granted) }
            }
            #expect(active.count <= 7 && limiter.takenCount == active.count)
            for host in ["a", "b", "c", "d"] { #expect(active.count { hosts[$0] == host } <= 3) }
        }
        #expect(hosts.isEmpty)
    }
}
