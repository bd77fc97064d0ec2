import Foundation
import LarderGTK

/// How a list moves that was flung: fast, then slower.
enum Fling {
    /// The place at `time`, both from 0 to 1.
    static func place(at time: Double) -> Double { 1 - (1 - time) * (1 - time) }
}

/// Measures a fling over all rows, once without pictures and once with them.
@MainActor
struct FlingMeasurement {
    private static let steps = 600

    let shelf: Shelf

    init(_ shelf: Shelf) {
        self.shelf = shelf
    }

    func run() async -> Bool {
        print("fling over \(shelf.pictures.count) rows, \(Self.steps) updates; times in ms\n")
        print("                    frames   median      95%  longest  over 20 ms")
        _ = await fling(showsPictures: false)
        let full = await fling(showsPictures: true)
        let (loads, counts) = (full.loads, shelf.origin.counts)
        print(
            "\nloads: \(counts.started) began, \(counts.cancelled) cancelled or failed; at once "
                + "at most \(loads.most) with \(loads.seen) rows seen and 4 prefetched")
        let isBounded = loads.most <= loads.seen + 1 + 4
        let isQuick = full.work.allSatisfy { $0 <= 20 }
        print("\(isBounded ? "holds" : "FAILS")  no more loads than rows seen and prefetched")
        print("\(isQuick ? "holds" : "FAILS")  no frame took our code more than 20 ms")
        return isBounded && isQuick
    }

    private struct Outcome {
        /// By frame, in milliseconds: from one to the next, and what of that was our code's work.
        var frames: [Double] = []
        var work: [Double] = []
        var loads = (most: 0, seen: 0)
    }

    private func fling(showsPictures: Bool) async -> Outcome {
        let window = GalleryWindow(shelf, showsPictures: showsPictures) {}
        let frames = Frames(widget: window.widget)
        let list = window.list
        for _ in 0..<120 { await frames.next() }
        var outcome = Outcome()
        var last: (time: Duration, work: Duration)?
        await frames.each(Self.steps + 1) { step, time in
            let work = GLibLoop.workTime
            if let last {
                outcome.frames.append((time - last.time) / .milliseconds(1))
                outcome.work.append((work - last.work) / .milliseconds(1))
            }
            last = (time, work)
            outcome.loads.most = max(outcome.loads.most, list.loadCount)
            outcome.loads.seen = max(outcome.loads.seen, list.visibleRows.count)
            list.offset = list.largestOffset * Fling.place(at: Double(step) / Double(Self.steps))
        }
        window.close()
        let name = showsPictures ? "with pictures" : "without pictures"
        Self.tell(name, outcome.frames)
        Self.tell("  of it our code", outcome.work)
        return outcome
    }

    private static func tell(_ name: String, _ times: [Double]) {
        let times = times.sorted()
        let parts = [times[times.count / 2], times[times.count * 95 / 100], times[times.count - 1]]
        print(
            name.padding(toLength: 18, withPad: " ", startingAt: 0)
                + String(format: "%8d", times.count)
                + parts.map { String(format: "%9.1f", $0) }.joined()
                + String(format: "%12d", times.count { $0 > 20 }))
    }
}
