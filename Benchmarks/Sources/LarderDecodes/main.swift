// usage: larder-decodes FOLDER COUNT
//
// A program of its own, without an asynchronous `main`: valgrind does not survive that one.

import Foundation
import LarderImage

/// Decodes every file of a folder in turn, in each way there is, for a leak checker to watch.
struct DecodeLoop {
    private let files: [Data]

    init(folder: String) {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        files = (names ?? []).sorted().compactMap {
            try? Data(contentsOf: URL(filePath: folder + "/" + $0))
        }
    }

    /// Decodes `count` pictures and tells how many came out, and how many did not.
    func run(count: Int) -> (whole: Int, failed: Int) {
        guard !files.isEmpty else { return (0, 0) }
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
            for index in 0..<min(3, moving.frameCount) { _ = try? moving.frame(at: index) }
        }
        let previews = ImagePreviews(options: options)
        _ = try? previews.append(bytes.prefix(bytes.count * 2 / 3))
        return (try? ImageCodecs.standard.decode(bytes, options: options)) != nil
    }
}

let words = CommandLine.arguments
guard words.count == 3, let count = Int(words[2]) else {
    print("usage: larder-decodes FOLDER COUNT")
    exit(2)
}
let (whole, failed) = DecodeLoop(folder: words[1]).run(count: count)
print("\(whole) pictures decoded, \(failed) refused")
exit(whole > 0 ? 0 : 1)
