extension EvictionPolicy {
    /// Checks everything that must hold between two calls, and returns what does not.
    ///
    /// - Complexity: O(*n*). For tests.
    func checkInvariants() -> [String] {
        var broken: [String] = []
        func expect(_ holds: Bool, _ what: String) {
            if !holds { broken.append(what) }
        }
        let queues = (0..<EntryChains.Queue.count).map { EntryChains.Queue(number: UInt8($0)) }
        let handles = queues.map { chains.handles(in: $0) }
        let all = handles.joined()
        expect(bytes <= capacity, "no more bytes than the capacity")
        expect(count <= maximumCount, "no more entries than the limit")
        expect(all.count == count, "every entry is in one queue")
        expect(Set(all).count == count, "no entry is in two queues")
        expect(all.reduce(0) { $0 + cost(of: $1) } == bytes, "bytes is the sum of the costs")
        expect(
            handles[0].reduce(0) { $0 + cost(of: $1) } == probationBytes,
            "probationBytes is the sum of the costs on probation")
        for (queue, members) in zip(queues, handles) {
            expect(members.allSatisfy { chains[$0].queue == queue }, "entries know their queue")
            if queue == .probation { continue }
            let areInClass = members.allSatisfy {
                .main(forCost: cost(of: $0), uses: chains[$0].usesOnEntry) == queue
            }
            expect(areInClass, "main queues hold the costs and uses of their class")
        }
        expect((0.05...0.98).contains(probationShare), "the share of S is within its bounds")
        for list in [leftProbation, leftMain] {
            let sum = list.ghosts.reduce(0) { $0 + Int($1.weight) }
            expect(sum == list.weight, "a ghost list's weight is the sum of its ghosts'")
        }
        return broken
    }
}
