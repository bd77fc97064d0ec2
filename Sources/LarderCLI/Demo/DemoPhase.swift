import Larder

/// One of the demo's phases: what it does, and where each kind of picture must come from.
struct DemoPhase: Sendable {
    let name: String
    let policy: CachePolicy
    /// Whether it begins as a new process does: nothing in memory.
    let isNewProcess: Bool
    let place: @Sendable (DemoPicture.Kind) -> DemoPicture.Place

    static let all: [DemoPhase] = [
        DemoPhase(name: "from the network", policy: .standard, isNewProcess: true) {
            $0 == .missing ? .failed : .network
        },
        DemoPhase(name: "again, from memory", policy: .standard, isNewProcess: false) {
            again($0, kept: .memory)
        },
        DemoPhase(name: "in a new process, from disk", policy: .standard, isNewProcess: true) {
            again($0, kept: .disk)
        },
        DemoPhase(name: "each one confirmed", policy: .revalidate, isNewProcess: true) {
            again($0, kept: .validated)
        },
    ]

    private static func again(
        _ kind: DemoPicture.Kind, kept: DemoPicture.Place
    ) -> DemoPicture.Place {
        switch kind {
        case .keep, .slow: kept
        case .validate: .validated
        case .noStore: .network
        case .missing: .failed
        }
    }
}
