#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An empty folder that is deleted when it is released.
final class ScratchFolder: Sendable {
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory
            .appending(path: "larder-cli-\(UUID().uuidString)", directoryHint: .isDirectory)
        // Without it every test that uses the folder fails and says so.
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A folder that stays behind in the temporary directory harms no test.
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}
