import LarderImage

/// What a phase of the demo came to.
struct DemoOutcome: Encodable {
    let phase: String
    var memory = 0
    var disk = 0
    var validated = 0
    var network = 0
    var failed = 0
    var seconds = 0.0
    var networkBytes = 0
    /// A sentence for each picture that came from elsewhere than it should have.
    var surprises: [String] = []
}

/// The demo's report, as `--json` tells it.
struct DemoReport: Encodable {
    let phases: [DemoOutcome]
    /// The contact sheet's file.
    let sheet: String
}

extension DemoOutcome {
    mutating func count(_ place: DemoPicture.Place) {
        switch place {
        case .memory: memory += 1
        case .disk: disk += 1
        case .validated: validated += 1
        case .network: network += 1
        case .failed: failed += 1
        }
    }
}
