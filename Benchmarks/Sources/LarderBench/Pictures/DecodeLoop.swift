import Foundation
import LarderImage

extension Suite {
    static let decodes = Suite(
        name: "decodes", summary: "decode a folder's files again and again: FOLDER [--count 1000]"
    ) { report, options in
        guard options.words.count == 2 else { throw DecodeLoop.Failure() }
        let loop = try DecodeLoop(folder: options.words[1])
        let (whole, failed) = loop.run(count: try options.number("count", default: 1000))
        report.note("\(whole) pictures decoded, \(failed) refused")
    }
}

/// Decodes every file of a folder in turn, in each way there is, for a leak checker to watch.
struct DecodeLoop {
    /// No folder was named, or it holds no files.
    struct Failure: Error {}

    private let files: [Data]

    init(folder: String) throws {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        files = (names ?? []).sorted().compactMap {
            try? Data(contentsOf: URL(filePath: folder + "/" + $0))
        }
        guard !files.isEmpty else { throw Failure() }
    }

    /// Decodes `count` pictures and tells how many came out, and how many did not.
    func run(count: Int) -> (whole: Int, failed: Int) {
        var failed = 0
        for turn in 0..<count {
            let isWhole = decode(
                files[turn % files.count], scaled: !(turn / files.count).isMultiple(of: 2))
            failed += isWhole ? 0 : 1
        }
        return (count - failed, failed)
    }

    private func decode(_ bytes: Data, scaled: Bool) -> Bool {
        let options = DecodeOptions(target: scaled ? .fit(width: 5) : .full)
        // Files of the corpora are damaged on purpose: an error is an answer.
        if let moving = try? ImageCodecs.standard.animation(bytes, options: options) {
            for index in 0..<min(3, moving.frameCount) { consume(try? moving.frame(at: index)) }
        }
        let previews = ImagePreviews(options: options)
        consume(try? previews.append(bytes.prefix(bytes.count * 2 / 3)))
        return (try? ImageCodecs.standard.decode(bytes, options: options)) != nil
    }
}
