import Foundation
import Larder
import LarderImage
import LarderTesting

extension Suite {
    /// The main job from end to end: pictures from network, memory and disk.
    static let demo = Suite(
        name: "demo", summary: "the demo's path end to end: [--photos FOLDER] [--rounds N]"
    ) { report, options in
        let photos = try BenchPictures(folder: options.text("photos"))
        let path = try DemoPath(try photos.batch(of: 48))
        defer { path.stop() }
        try await DemoSuite(path: path, rounds: try options.number("rounds", default: 7))
            .measure(report)
    }
}

/// Times each way to a picture beside what the least program would do.
struct DemoSuite {
    let path: DemoPath
    let rounds: Int

    /// A way that pictures come, and what it is held to.
    private struct Phase {
        let name: String
        /// The contestant that does the least that can be done.
        let floor: String
        /// At most this many times the floor.
        let bound: Double
        /// Requests that reach the server, for each picture.
        let requests: Int
    }

    private static let phases = [
        Phase(name: "network", floor: "fetch and decode", bound: 1.3, requests: 1),
        Phase(name: "memory", floor: "decode", bound: 0.05, requests: 0),
        Phase(name: "disk", floor: "decode", bound: 1.3, requests: 0),
        Phase(name: "validation", floor: "fetch and decode", bound: 1.3, requests: 1),
    ]

    func measure(_ report: Report) async throws {
        var times: [String: [Double]] = [:]
        var requests: [String: Int] = [:]
        // The first round only warms up.
        for round in 0...rounds {
            try await path.begin()
            for (name, run) in path.ways {
                let seen = path.requestCount
                let start = ContinuousClock.now
                try await run()
                let time = start.duration(to: .now) / .milliseconds(1)
                requests[name] = path.requestCount - seen
                if round > 0 { times[name, default: []].append(time / Double(path.count)) }
            }
        }
        try await path.end()
        tell(report, times, requests)
    }

    private func tell(_ report: Report, _ times: [String: [Double]], _ requests: [String: Int]) {
        var table = Table(
            "Thumbnails of \(path.count) pictures, 8 at once, each",
            columns: ["from", "ms", "times floor", "floor", "requests"])
        for floor in ["fetch and decode", "decode"] {
            table.add(floor, [.figure(Samples(times[floor] ?? []).median, digits: 3)])
        }
        for phase in Self.phases {
            let own = times[phase.name] ?? []
            let ratio = Samples(zip(own, times[phase.floor] ?? []).map { $0 / $1 }).median
            let seen = Double(requests[phase.name] ?? -1) / Double(path.count)
            table.add(
                phase.name,
                [
                    .figure(Samples(own).median, digits: 3), .figure(ratio, digits: 3),
                    .text(phase.floor), .figure(seen, digits: 2),
                ])
            report.check(.atMost(phase.bound, "\(phase.name), times \(phase.floor)"), ratio)
            let name = "\(phase.name), requests a picture"
            report.check(.atMost(Double(phase.requests), name), seen)
            report.check(.atLeast(Double(phase.requests), name), seen)
        }
        report.add(table)
    }
}
