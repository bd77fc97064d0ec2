#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A headless Chromium, where one is installed.
enum Browser {
    static let path: String? = {
        let names = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        return names.first(where: FileManager.default.isExecutableFile)
    }()

    /// Loads `page` and returns what its document has become.
    static func document(of page: String, in folder: ScratchFolder) throws -> String {
        try run(["--dump-dom", "file://\(page)"], in: folder)
    }

    /// Takes a picture of `page` at a size of 800 by 600 pixels.
    static func screenshot(
        of page: String, isDark: Bool, in folder: ScratchFolder
    ) throws -> Data {
        let file = folder.path("screen.png")
        let dark = isDark ? ["--force-dark-mode"] : []
        _ = try run(
            dark + ["--screenshot=\(file)", "--window-size=800,600", "file://\(page)"], in: folder)
        return try Data(contentsOf: URL(filePath: file))
    }

    private static func run(_ arguments: [String], in folder: ScratchFolder) throws -> String {
        let common = [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--hide-scrollbars", "--user-data-dir=\(folder.path("profile"))",
        ]
        return try ToolProcess.run(path ?? "", common + arguments).output
    }
}
