#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension MonitorReport {
    /// The report as JSON, its names in alphabetical order.
    ///
    /// - Throws: What `JSONEncoder` throws.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try encoder.encode(self)
    }

    /// The report in Prometheus's text format (version 0.0.4), a line feed at its end.
    ///
    /// Names begin with `larder_`; counters start at zero with the process.
    public var prometheus: String {
        var page = PrometheusPage()
        page.add(
            "tier_lookups_total", .counter, "Look-ups by tier and outcome.",
            tiers.flatMap { tier in
                [("hit", tier.hits), ("miss", tier.misses)].map {
                    ([("tier", tier.name), ("outcome", $0)], $1)
                }
            })
        page.add(
            "tier_failures_total", .counter, "What a tier could not do, by task.",
            tiers.flatMap { Self.samples($0.failures, "task", in: $0) })
        page.add(
            "tier_removals_total", .counter, "Entries that left a tier, by reason.",
            tiers.flatMap { Self.samples($0.removals, "reason", in: $0) })
        page.add(
            "tier_damage_total", .counter, "How often bytes were not what was stored.",
            tiers.map { ([("tier", $0.name)], $0.damageFound) })
        page.add(
            "tier_entries", .gauge, "Entries that a tier holds.",
            tiers.compactMap { tier in tier.entries.map { ([("tier", tier.name)], $0) } })
        page.add(
            "tier_bytes", .gauge, "Bytes that a tier takes.",
            tiers.compactMap { tier in tier.bytes.map { ([("tier", tier.name)], $0) } })
        page.add(
            "tier_lookup_seconds", "How long every 16th look-up in a tier took.",
            tiers.map { ([("tier", $0.name)], $0.lookUpTimes) })
        if let loads { Self.add(loads, to: &page) }
        return page.text
    }

    private static func add(_ loads: Loads, to page: inout PrometheusPage) {
        page.add(
            "loads_in_flight", .gauge, "Exchanges with the origin that are under way.",
            [([], loads.inFlight)])
        page.add(
            "load_cache_answers_total", .counter, "Answers that the cache alone gave.",
            [([], loads.cacheAnswers)])
        page.add(
            "load_failures_total", .counter, "Loads that failed, by code.",
            loads.failures.sorted { $0.key < $1.key }.map { ([("code", $0.key)], $0.value) })
        page.add(
            "received_bytes_total", .counter, "Bytes that came over the network.",
            [([], loads.receivedBytes)])
        page.add(
            "load_answer_seconds", "How long answers that needed the origin took, by source.",
            loads.answerTimes.sorted { $0.key < $1.key }.map { ([("source", $0.key)], $0.value) })
    }

    private static func samples(
        _ counts: [String: Int], _ label: String, in tier: Tier
    ) -> [PrometheusPage.Sample<Int>] {
        counts.sorted { $0.key < $1.key }.map {
            ([("tier", tier.name), (label, $0.key)], $0.value)
        }
    }
}
