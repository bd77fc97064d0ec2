import CAllocations
import Larder

/// What the memory tier takes besides keys and values, counted at the allocator.
struct Overhead {
    let report: Report
}

extension Overhead {
    func measure() {
        allocations_watch(true)
        defer { allocations_watch(false) }
        bytes()
        allocations()
    }

    /// Integers as keys and values, so that nothing else takes memory. Full means filled for the
    /// first time; used means that four times as many entries have passed, and the policy
    /// remembers as many that left as it ever will.
    private func bytes() {
        var table = Table(
            "Bytes an entry takes besides key and value", columns: ["entries", "full", "used"])
        for count in [10_000, 100_000, 1_000_000] {
            let start = allocations_bytes()
            let cache = MemoryCache<Int, Int>(maximumCount: count)
            func taken() -> Double {
                Double(allocations_bytes() - start) / Double(cache.statistics.entries)
                    - Double(2 * MemoryLayout<Int>.size)
            }
            for key in 0..<count { cache.insert(key, for: key) }
            let full = taken()
            for key in count..<5 * count { cache.insert(key, for: key) }
            let used = taken()
            table.add("\(count)", [full, used], digits: 1)
            report.check(.atMost(120, "bytes an entry, \(count), full"), full)
            report.check(.atMost(120, "bytes an entry, \(count), used"), used)
        }
        report.add(table)
    }

    private func allocations() {
        let keys = SpeedKeys.strings(0..<10_000)
        let cache = LarderPeer<String>(capacity: 2 * keys.count)
        _ = Fill(keys: keys).run(on: cache)
        let visit = Visit(keys: keys.shuffledAlike())
        let start = allocations_count()
        let hits = visit.run(on: cache)
        let each = Double(allocations_count() - start) / Double(hits)
        report.note("\nAllocations a hit: \(each)")
        report.check(.atMost(0, "allocations a hit"), each)
    }
}
