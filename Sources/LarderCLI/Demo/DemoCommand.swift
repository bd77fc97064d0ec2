#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

extension Command {
    static let demo = Command(
        name: "demo", summary: "Load pictures from network, memory and disk, and show the proof.",
        operands: "", operandCount: 0...0,
        options: [
            Option(
                "--directory", short: "-d", value: "DIR",
                "Where its cache and its contact sheet go. Default: demo-output."),
            .json,
        ],
        discussion: """
            Draws pictures in several formats and serves them on a free port of this machine. Fails
            if a picture came from elsewhere than HTTP's rules say. DIR must be empty, not there, or
            of an earlier demo, whose cache and sheet are replaced.
            """
    ) { arguments in
        let folder = arguments.value("--directory") ?? "demo-output"
        return try await DemoRun(folder: URL(filePath: folder, directoryHint: .isDirectory))
            .run(isJSON: arguments.has("--json"))
    }
}

/// One run of `larder demo`.
private struct DemoRun {
    let folder: URL

    private static let pictureCount = 36

    func run(isJSON: Bool) async throws -> ExitCode {
        let pictures = try await DemoPicture.draw(Self.pictureCount)
        var demo = try Demo(folder: folder, pictures: pictures)
        try demo.prepare()
        var outcomes: [DemoOutcome] = []
        var sheet: [Bitmap] = []
        for phase in DemoPhase.all {
            let (outcome, thumbnails) = try await demo.run(phase)
            outcomes.append(outcome)
            if sheet.isEmpty { sheet = thumbnails }
        }
        let picture = try ContactSheet(sheet, columns: 6).bitmap()
        let file = demo.sheetFile.path(percentEncoded: false)
        try OutputFile.write(try ImageCodecs.standard.encode(picture, as: .png), to: file)
        var report = WorkReport()
        report.print(
            isJSON
                ? try JSON.text(DemoReport(phases: outcomes, sheet: file))
                : Self.report(demo, outcomes, sheet: file))
        let surprises = outcomes.flatMap { outcome in
            outcome.surprises.map { "\(outcome.phase): \($0)" }
        }
        surprises.forEach(Terminal.complain)
        try report.finish()
        return surprises.isEmpty ? .success : .failure
    }

    private static func report(
        _ demo: Demo, _ outcomes: [DemoOutcome], sheet: String
    ) -> String {
        var table = Table(
            .text("where each came from"), .number("memory"), .number("disk"),
            .number("confirmed"), .number("network"), .number("failed"), .number("time"),
            .number("over the network"))
        table.rows = outcomes.map { outcome in
            let counts = [
                outcome.memory, outcome.disk, outcome.validated, outcome.network, outcome.failed,
            ].map { $0 == 0 ? "-" : String($0) }
            return [outcome.phase] + counts + [
                Describe.time(.seconds(outcome.seconds)),
                ByteCount.bytes(outcome.networkBytes).description,
            ]
        }
        return """
            \(demo.pictureCount) URLs as thumbnails of \(Demo.thumbnailSide) pixels \
            (\(demo.formats.joined(separator: ", "))); two of them are 404

            \(table.text)

            \(demo.count(of: .noStore)) say "no-store": they come over the network each time, and are nearly all of its bytes.
            \(demo.count(of: .validate)) state no lifetime: the server confirms them each time.

            contact sheet: \(Describe.printable(sheet))
            """
    }
}
