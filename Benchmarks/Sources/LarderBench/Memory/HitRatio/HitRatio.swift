/// Replays recorded requests through `MemoryCache` and through policies from the literature.
struct HitRatio {
    let traces: [Trace]
}

extension HitRatio {
    private static let policies = [
        "LRU", "FIFO", "CLOCK", "SIEVE", "S3-FIFO", "ARC", "Larder", "Belady",
    ]

    private static func replay(_ policy: String, _ trace: Trace, capacity: Int) -> Misses? {
        let objects = trace.objects
        return switch policy {
        case "LRU": Misses(of: LRU(capacity: capacity, objects: objects), on: trace)
        case "FIFO", "CLOCK":
            Misses(
                of: FIFO(
                    capacity: capacity, objects: objects, givesSecondRound: policy == "CLOCK"),
                on: trace)
        case "SIEVE": Misses(of: SIEVE(capacity: capacity, objects: objects), on: trace)
        case "S3-FIFO": Misses(of: S3FIFO(capacity: capacity, objects: objects), on: trace)
        case "ARC": Misses(of: ARC(capacity: capacity, objects: objects), on: trace)
        case "Larder": Misses(of: LarderReplay(capacity: capacity), on: trace)
        case "Belady": Misses(of: Belady(capacity: capacity, trace: trace), on: trace)
        default: nil
        }
    }
}

extension HitRatio {
    /// Replays everything, and holds what comes out to the thresholds.
    func measure(_ report: Report) {
        var requests = Comparison("OMR: share of requests missed", policies: Self.policies)
        var bytes = Comparison("BMR: share of bytes missed", policies: Self.policies)
        for trace in traces {
            report.note("replaying \(trace.name): \(trace.keys.count) requests")
            let weight = Double(trace.bytes)
            for size in trace.cacheSizes {
                let misses = Self.policies.map { Self.replay($0, trace, capacity: size.bytes) }
                let name = "\(trace.name) \(size.name)"
                requests.add(
                    name, misses.map { Double($0?.requests ?? 0) / Double(trace.keys.count) },
                    hasSizes: trace.hasSizes)
                bytes.add(
                    name, misses.map { Double($0?.bytes ?? 0) / weight }, hasSizes: trace.hasSizes)
            }
        }
        report.add(requests.table)
        report.add(bytes.table)
        report.add(requests.changes("OMR: misses fewer than LRU's, %"))
        report.add(bytes.changes("BMR: bytes missed fewer than LRU's, %"))
        report.check(.hitRatioWorst, requests.change(of: "Larder").worst)
        report.check(.hitRatioMean, requests.change(of: "Larder", onlyWithSizes: true).mean)
        report.check(.byteHitRatioMean, bytes.change(of: "Larder", onlyWithSizes: true).mean)
    }
}

extension Trace {
    /// The capacities to replay at: shares of the working set and, for a model of an app, what a
    /// device may give.
    fileprivate var cacheSizes: [(name: String, bytes: Int)] {
        let least = 32 * max(workingSet / max(objects, 1), 1)
        let shares = [0.1, 1, 5, 10, 25].map { percent in
            ("\(percent) %", max(Int(Double(workingSet) * percent / 100), least))
        }
        guard name.hasPrefix("app_") else { return shares }
        return shares + [32, 64, 128, 256, 512].map { ("\($0) MiB", $0 << 20) }
    }
}

extension Threshold {
    fileprivate static let hitRatioWorst = atLeast(
        -1, "OMR: worst change against LRU on any trace and size, %")
    fileprivate static let hitRatioMean = atLeast(
        10, "OMR: mean change against LRU on traces with sizes, %")
    fileprivate static let byteHitRatioMean = atLeast(
        0, "BMR: mean change against LRU on traces with sizes, %")
}
