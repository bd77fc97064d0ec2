import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder as an older cache would have left it, deleted when it is released.
final class OldFolder {
    let url: URL

    init(_ files: [String: Data] = [:]) throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "older-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, bytes) in files { try bytes.write(to: file(name)) }
    }

    deinit {
        // A folder that stays behind in the temporary directory harms no test.
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String) -> URL { url.appending(path: name) }

    /// Every name and its bytes, to see that nothing was changed.
    func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        return try names.reduce(into: [:]) { $0[$1] = try Data(contentsOf: file($1)) }
    }
}

extension Data {
    init(text: String) { self.init(text.utf8) }

    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
}

extension CacheTier {
    func text(_ key: String) async throws -> String? {
        try await data(forKey: key).map { String(decoding: $0, as: UTF8.self) }
    }
}
