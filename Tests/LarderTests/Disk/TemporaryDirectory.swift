#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A directory of a test's own, which goes with the test.
final class TemporaryDirectory: Sendable {
    let url: URL

    init() {
        let name = "larder-disk-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        url = FileManager.default.temporaryDirectory.appending(path: name)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

extension TemporaryDirectory {
    func file(_ name: String) -> URL { url.appending(path: name) }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    /// What all files in it and the directory itself take, by length and by blocks, whichever
    /// is more.
    var diskUse: Int {
        ([url] + names.map(file)).reduce(0) { sum, file in
            var info = stat()
            guard lstat(file.path, &info) == 0 else { return sum }
            return sum + max(Int(info.st_size), Int(info.st_blocks) * 512)
        }
    }
}

extension Data {
    /// Bytes that tell where they came from: no two seeds give the same ones.
    static func pattern(_ seed: Int, count: Int) -> Data {
        var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let words = [UInt64](unsafeUninitializedCapacity: count / 8 + 1) { buffer, initialized in
            for index in buffer.indices {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                buffer.initializeElement(at: index, to: state)
            }
            initialized = buffer.count
        }
        return words.withUnsafeBytes { Data($0.prefix(count)) }
    }
}
