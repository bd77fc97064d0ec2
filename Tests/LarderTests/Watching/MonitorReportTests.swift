@testable import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A monitor's report` {
    private var report: MonitorReport {
        var times = Histogram()
        times.add(.microseconds(3))
        times.add(.seconds(60))
        var disk = MonitorReport.Tier(name: "di\"sk\n", hits: 3, misses: 1)
        disk.failures = ["lookUp": 2]
        disk.removals = ["evicted": 4]
        disk.entries = 7
        disk.bytes = 700
        disk.lookUpTimes = times
        var loads = MonitorReport.Loads()
        loads.inFlight = 5
        loads.failures = ["timedOut": 1]
        loads.answerTimes = ["network": times]
        return MonitorReport(tiers: [disk], loads: loads)
    }

    @Test func `as Prometheus reads it`() {
        let lines = report.prometheus.split(separator: "\n", omittingEmptySubsequences: false)
        let wanted = [
            #"# TYPE larder_tier_lookups_total counter"#,
            #"larder_tier_lookups_total{tier="di\"sk\n",outcome="hit"} 3"#,
            #"larder_tier_failures_total{tier="di\"sk\n",task="lookUp"} 2"#,
            #"larder_tier_removals_total{tier="di\"sk\n",reason="evicted"} 4"#,
            #"larder_tier_entries{tier="di\"sk\n"} 7"#,
            #"# TYPE larder_tier_lookup_seconds histogram"#,
            #"larder_tier_lookup_seconds_bucket{tier="di\"sk\n",le="2e-06"} 0"#,
            #"larder_tier_lookup_seconds_bucket{tier="di\"sk\n",le="5e-06"} 1"#,
            #"larder_tier_lookup_seconds_bucket{tier="di\"sk\n",le="50.0"} 1"#,
            #"larder_tier_lookup_seconds_bucket{tier="di\"sk\n",le="+Inf"} 2"#,
            #"larder_tier_lookup_seconds_count{tier="di\"sk\n"} 2"#,
            #"larder_loads_in_flight 5"#, #"larder_load_failures_total{code="timedOut"} 1"#,
            #"larder_received_bytes_total 0"#,
        ]
        for line in wanted { #expect(lines.contains(Substring(line)), "\(line)") }
        #expect(lines.last == "")
        let names = lines.filter { $0.hasPrefix("# TYPE") }
        #expect(Set(names).count == names.count)
    }

    @Test func `as JSON, and back`() throws {
        let json = try report.json()
        #expect(try JSONDecoder().decode(MonitorReport.self, from: json) == report)
        let text = String(decoding: json, as: UTF8.self)
        for name in ["tiers", "loads", "hits", "lookUpTimes", "inFlight", "receivedBytes"] {
            #expect(text.contains("\"\(name)\""), "\(name)")
        }
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.microseconds(1), 0), (.microseconds(2), 1),
            (.milliseconds(10), 12),
            (.seconds(50), 23), (.seconds(51), 24), (.seconds(-1), 0),
        ])
    func `a time is counted under its bound`(duration: Duration, place: Int) {
        var histogram = Histogram()
        histogram.add(duration)
        #expect(histogram.counts.firstIndex(of: 1) == place)
    }

    @Test func `a share's bound`() {
        var histogram = Histogram()
        #expect(histogram.bound(ofShare: 0.5) == nil)
        for _ in 0..<99 { histogram.add(.milliseconds(3)) }
        histogram.add(.seconds(100))
        #expect(histogram.bound(ofShare: 0.5) == 0.005)
        #expect(histogram.bound(ofShare: 0.99) == 0.005)
        #expect(histogram.bound(ofShare: 1) == .infinity)
    }
}
