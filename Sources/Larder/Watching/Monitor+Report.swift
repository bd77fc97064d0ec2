#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Monitor {
    /// The counters as they stand. Costs about as much as a look-up in each tier.
    ///
    /// What a tier cannot tell because it fails is left out.
    public func report() -> MonitorReport {
        var all = pictures.map { [MonitorReport.Tier("pictures", $0())] } ?? []
        for meter in meter.tiers {
            var figures = MonitorReport.Tier(meter)
            figures.name = Self.name(figures.name, unlike: all.map(\.name))
            all.append(figures)
        }
        let loads = loader.map { MonitorReport.Loads(meter.loads, inFlight: $0.inFlight) }
        return MonitorReport(tiers: all, loads: loads)
    }

    /// `name`, with a number if another tier has it.
    private static func name(_ name: String, unlike others: [String]) -> String {
        guard others.contains(name) else { return name }
        let numbered = (2...others.count + 2).lazy.map { "\(name)\($0)" }
        return numbered.first { !others.contains($0) } ?? name
    }
}

extension MonitorReport.Tier {
    init(_ name: String, _ statistics: MemoryStatistics) {
        self.init(name: name)
        hits = statistics.hits
        misses = statistics.misses
        entries = statistics.entries
        bytes = statistics.bytes.bytes
        removals = statistics.removals.reduce(into: [:]) { $0["\($1.key)"] = $1.value }
    }

    init(_ meter: TierMeter) {
        if let memory = meter.memory {
            self.init(meter.name, memory.statistics)
            return
        }
        let tally = meter.counts
        self.init(name: meter.name)
        hits = meter.hits
        misses = meter.misses
        failures = tally.failures.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
        lookUpTimes = tally.lookUps
        guard let counting = meter.counting else { return }
        damageFound = counting.damageFound
        // A tier that cannot be asked now has told its look-ups so.
        guard let counts = try? counting.counts() else { return }
        entries = counts.entries
        bytes = counts.bytes?.bytes
        removals = counts.removals.filter { $0.value > 0 }
        if counts.failures > 0 { failures["untold"] = counts.failures }
    }
}

extension MonitorReport.Loads {
    init(_ meter: LoadMeter, inFlight: Int) {
        let tally = meter.counts
        self.inFlight = inFlight
        cacheAnswers = meter.cachedAnswers
        answerTimes = tally.answers.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
        failures = tally.failures
        receivedBytes = tally.receivedBytes
    }
}
