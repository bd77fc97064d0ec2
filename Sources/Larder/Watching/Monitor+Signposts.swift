#if canImport(os)
import os

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Monitor {
    /// Shows loads as intervals, and failures and damage as points, among Instruments' signposts
    /// of `subsystem`, until the calling task is cancelled: give it a task of its own.
    ///
    /// Only on Apple's platforms; it has been run against a stub of them, not on one yet.
    public func emitSignposts(subsystem: String = "larder") async {
        let signposter = OSSignposter(subsystem: subsystem, category: "Larder")
        var loads: [Int: OSSignpostIntervalState] = [:]
        for await event in events() {
            switch event {
            case .loadBegan(let id, let url):
                loads[id] = signposter.beginInterval(
                    "load", id: signposter.makeSignpostID(), "\(url.absoluteString)")
            case .loadAnswered(let id, _, let status, let source, _):
                guard let load = loads.removeValue(forKey: id) else { continue }
                signposter.endInterval("load", load, "\(status) \(source.rawValue)")
            case .loadFailed(let id, _, let error, _):
                guard let load = loads.removeValue(forKey: id) else { continue }
                signposter.endInterval("load", load, "failed: \(String(describing: error))")
            case .tierFailed(let tier, let task, let error):
                signposter.emitEvent(
                    "tier failed", "\(tier) \(task.rawValue): \(String(describing: error))")
            case .damageFound(let tier, let count):
                signposter.emitEvent("damage", "\(tier): \(count)")
            case .missed(let count):
                // Intervals whose end was missed would run for ever.
                loads = [:]
                signposter.emitEvent("missed", "\(count) events")
            case .tierHits, .tierMissed, .received:
                continue
            }
        }
    }
}
#endif
