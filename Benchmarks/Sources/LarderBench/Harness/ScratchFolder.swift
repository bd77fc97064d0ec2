import Foundation

/// A folder of the benchmark's own, removed with the object.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "larder-bench-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

extension ScratchFolder {
    /// The path of `name` in the folder.
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// A new folder in this one.
    func newFolder() throws -> URL {
        let folder = url.appending(path: String(UInt64.random(in: 0 ... .max), radix: 16))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
