import Foundation
import LarderImage

extension Suite {
    static let pictures = Suite(
        name: "pictures",
        summary: "decode to 320 pixels: [--photos FOLDER] [--rounds N] [--python PYTHON]"
    ) { report, options in
        let suite = PicturesSuite(
            report: report, rounds: try options.number("rounds", default: 15),
            folder: options.text("photos"), python: options.text("python") ?? "python3")
        try await suite.run()
    }
}

/// Thumbnails of 320 pixels, against the libraries' own decoding and other programs.
struct PicturesSuite {
    let report: Report
    let rounds: Int
    let folder: String?
    let python: String

    func run() async throws {
        let pictures = try BenchPictures(folder: folder).all()
        try speed(pictures)
        try peers(pictures)
        if let folder { try Likeness(folder: folder).measure(report) }
        try callers(pictures)
        try memory(pictures)
        try await PictureHits(rounds: rounds * 3).measure(report)
    }
}

/// Makes the thumbnail.
func makeThumbnail(_ bytes: Data, _ quality: DecodeOptions.Quality) throws -> Bitmap {
    try ImageCodecs.standard.decode(
        bytes, options: DecodeOptions(target: .fit(width: 320), quality: quality))
}

extension PicturesSuite {
    private func speed(_ pictures: [BenchPicture]) throws {
        var table = Table(
            "Thumbnails 320 pixels wide, in ms and times the library's own decoding",
            columns: ["picture", "library", "fast", "best", "fast ×", "best ×"])
        for picture in pictures {
            var contest = Contest(threadTime: true)
            contest.add("library") { picture.floor(picture.bytes) ? 1 : 0 }
            contest.add("fast") {
                consume(try makeThumbnail(picture.bytes, .fast)); return 1
            }
            contest.add("best") {
                consume(try makeThumbnail(picture.bytes, .best)); return 1
            }
            let outcome = try contest.hold(rounds: rounds)
            let times = outcome.names.map { outcome.nanoseconds($0).median / 1e6 }
            let ratios = ["fast", "best"].map { outcome.ratio($0, to: "library").median }
            table.add(picture.name, times + ratios, digits: 2)
            report.check(.atMost(picture.fast, "\(picture.name), fast, times library"), ratios[0])
            report.check(.atMost(picture.best, "\(picture.name), best, times library"), ratios[1])
        }
        report.add(table)
    }

    private func peers(_ pictures: [BenchPicture]) throws {
        let peers = PicturePeer.installed(python: python)
        guard !peers.isEmpty else { return report.note("\nNo other program is installed.") }
        var table = Table(
            "The same by other programs, in ms", columns: ["picture", "best"] + peers.map(\.name))
        let file = FileManager.default.temporaryDirectory
            .appending(path: "larder-bench-\(UUID().uuidString)")
        defer { _ = try? FileManager.default.removeItem(at: file) }
        for picture in pictures {
            try picture.bytes.write(to: file)
            var times = [[Double]](repeating: [], count: peers.count + 1)
            for _ in 0..<rounds {
                let start = ContinuousClock.now
                consume(try makeThumbnail(picture.bytes, .best))
                times[0].append(start.duration(to: .now) / .milliseconds(1))
                for (index, peer) in peers.enumerated() {
                    if let time = peer.milliseconds(file) { times[index + 1].append(time) }
                }
            }
            let medians = times.map { $0.isEmpty ? nil : Samples($0).median }
            table.add(picture.name, medians, digits: 2)
            for (peer, median) in zip(peers, medians.dropFirst()) {
                guard let median, let own = medians[0] else { continue }
                report.check(.atMost(1, "\(picture.name), best, times \(peer.name)"), own / median)
            }
        }
        report.add(table)
    }

    private func callers(_ pictures: [BenchPicture]) throws {
        guard let picture = pictures.first(where: { $0.name.hasPrefix("1200") }) else { return }
        let bytes = picture.bytes
        let each = 40
        var contest = Contest()
        for callers in [1, 2] {
            contest.add("\(callers)") {
                DispatchQueue.concurrentPerform(iterations: callers) { _ in
                    // A failure would show as a time too good to be true.
                    for _ in 0..<each { _ = try? makeThumbnail(bytes, .best) }
                }
                return callers * each
            }
        }
        let outcome = try contest.hold(rounds: max(3, rounds / 3))
        let gain = outcome.ratio("1", to: "2").median
        report.add(
            Table(
                "Thumbnails a second of \(picture.name)", columns: ["callers", "a second"],
                of: outcome, digits: 0
            ) { 1e9 / $0 })
        report.check(.atLeast(1.9, "two callers, times one"), gain)
    }

    private func memory(_ pictures: [BenchPicture]) throws {
        var table = Table("Peak memory over idle, in MiB", columns: ["picture", "MiB"])
        for (picture, bound) in zip(pictures, [20.0, 60]) {
            let peak = try PeakMemory.mebibytes(picture.bytes)
            table.add(picture.name, [peak], digits: 1)
            if let peak { report.check(.atMost(bound, "\(picture.name), MiB"), peak) }
        }
        report.add(table)
    }
}
