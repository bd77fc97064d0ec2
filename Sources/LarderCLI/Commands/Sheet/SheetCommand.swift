#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

extension Command {
    static let sheet = Command(
        name: "sheet", summary: "Make a contact sheet of the cache or of a folder.",
        operands: "[FOLDER]", operandCount: 0...1,
        options: [
            Option(
                "--output", short: "-o", value: "FILE",
                "An .html page or a .png picture. Default: contact-sheet.html."),
            Option("--size", value: "N", "The thumbnails' side in pixels. Default: 160."),
            Option("--columns", value: "N", "Thumbnails a row of a picture. Default: 6."),
        ] + EntryFilter.options + [.json, .cache],
        discussion: """
            What is said of entries holds for a FOLDER's files too, by their names, sizes and dates.
            The page is one file with the thumbnails in it: to sort and to filter it needs no
            network. The picture holds pictures only, at most \(ContactSheet.largestCount).
            """
    ) { arguments in
        try await SheetRun(arguments).run()
    }
}

/// One run of `larder sheet`.
private struct SheetRun {
    private let source: SheetSource
    private let output: String
    private let columns: Int
    private let isJSON: Bool
    private let thumbnails: ThumbnailMaker

    init(_ arguments: Arguments) throws {
        output = arguments.value("--output") ?? "contact-sheet.html"
        isJSON = arguments.has("--json")
        columns = try arguments.number("--columns", in: 1...100) ?? 6
        thumbnails = ThumbnailMaker(side: try arguments.number("--size", in: 16...1024) ?? 160)
        let filter = try EntryFilter(arguments)
        guard output.hasSuffix(".html") || output.hasSuffix(".png") else {
            throw UsageError("-o takes a name that ends in .html or .png.")
        }
        guard output.hasSuffix(".png") || arguments.value("--columns") == nil else {
            throw UsageError("--columns goes with a .png picture; a page has as many as fit.")
        }
        if let folder = arguments.operands.first {
            source = try SheetSource(folder: folder, filter)
        } else {
            source = try SheetSource(try CachePlace(arguments).open(), filter)
        }
    }

    func run() async throws -> ExitCode {
        let count = output.hasSuffix(".png") ? try await writePicture() : try await writePage()
        try WorkReport.print(
            isJSON
                ? JSON.text(Report(file: output, items: count))
                : "\(Describe.printable(output)): " + Describe.count(count, "item", "items"))
        return .success
    }

    private struct Report: Encodable {
        let file: String
        let items: Int
    }

    private func writePage() async throws -> Int {
        let file = try OutputFile(output)
        let now = Date()
        try file.write(Data(HTMLSheet.head(title: source.title).utf8))
        // A window at a time, so that a large cache's pictures are never all in memory.
        for window in source.windows {
            for item in try await thumbnails.items(window) {
                try file.write(Data(HTMLSheet.item(item, now: now).utf8))
            }
        }
        try file.write(Data(HTMLSheet.foot.utf8))
        try file.commit()
        return source.items.count
    }

    private func writePicture() async throws -> Int {
        var pictures: [Bitmap] = []
        for window in source.windows where pictures.count < ContactSheet.largestCount {
            pictures += try await thumbnails.bitmaps(window)
        }
        pictures = Array(pictures.prefix(ContactSheet.largestCount))
        let sheet = try ContactSheet(pictures, columns: columns).bitmap()
        try OutputFile.write(try ImageCodecs.standard.encode(sheet, as: .png), to: output)
        return pictures.count
    }
}
