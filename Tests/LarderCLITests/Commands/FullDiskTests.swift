import Larder
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A disk that is full: files that may not grow, on any machine; a small file system of its own
/// where the tests run as root.
@Suite struct FullDiskTests {
    private let folder = ScratchFolder()

    /// An older cache's folder of 40 files of 50 KB.
    private func makeOld() throws -> String {
        let path = folder.path("old")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for number in 10..<50 {
            try OutputFile.write(
                Data(repeating: UInt8(number), count: 50_000), to: "\(path)/\(number)")
        }
        return path
    }

    private func shell(_ script: String, _ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            "/bin/sh", ["-c", script, "sh", ToolProcess.tool] + arguments,
            environment: ["LARDER_CACHE": folder.path("cache")])
    }

    @Test func `in the middle of an import it is told, and a second run goes on`() throws {
        let old = try makeOld()
        try OutputFile.write(Data(count: 1_200_000), to: "\(old)/30")
        // 1,000 blocks of 512 bytes (dash) or of 1,024 (bash): less than that one needs.
        let full = try shell(
            #"ulimit -f 1000; exec "$1" import tsfilecache "$2""#, old)
        #expect(full.code == 1)
        #expect(full.errors.contains("The cache took no more: "), "\(full.errors)")
        #expect(full.output.contains("taken ("))
        let partly = try shell(#"exec "$1" ls -c key"#).output.split(separator: "\n")
        #expect(!partly.isEmpty && partly.count < 40)
        #expect(try shell(#"exec "$1" verify"#).code == 0)
        let rest = try shell(#"exec "$1" import tsfilecache "$2""#, old)
        #expect(rest.code == 0)
        #expect(rest.output.hasSuffix("\(partly.count) skipped\n"))
        #expect(try shell(#"exec "$1" ls -c key"#).output.split(separator: "\n").count == 40)
        #expect(try FileManager.default.contentsOfDirectory(atPath: old).count == 40)
    }

    @Test func `in the middle of an import into a file system of its own`() throws {
        let old = try makeOld()
        try FileManager.default.createDirectory(
            atPath: folder.path("cache"), withIntermediateDirectories: true)
        // In a mount namespace of its own, which goes with the shell. Not everybody may have one.
        let script = """
            mount -t tmpfs -o size=1m,mode=700 larder "$LARDER_CACHE" 2>/dev/null || exit 77
            "$1" import tsfilecache "$2"; echo "code $?"
            "$1" verify && "$1" ls -c key && "$1" clear || exit 1
            echo root: > "$2/small" && "$1" put after "$2/small" && "$1" cat after
            """
        let candidates = ["/usr/bin/unshare", "/bin/unshare"]
        guard let unshare = candidates.first(where: FileManager.default.isExecutableFile) else {
            return
        }
        let result = try ToolProcess.run(
            unshare, ["-rm", "/bin/sh", "-c", script, "sh", ToolProcess.tool, old],
            environment: ["LARDER_CACHE": folder.path("cache")])
        guard result.code != 77, !result.errors.contains("unshare") else { return }
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("code 1\n"))
        #expect(result.errors.contains("The cache took no more: "), "\(result.errors)")
        #expect(result.output.contains("entries of"))
        #expect(result.output.contains("root:"), "it works on after the disk was full")
    }

    @Test func `a file that cannot grow is an error and leaves nothing half done`() throws {
        let origin = try ScriptedOrigin()
        origin["/large"] = .large(.mebibytes(2))
        let result = try shell(
            #"ulimit -f 200; exec "$1" get "$2" -o "$3" --policy no-store"#,
            origin.url("/large").absoluteString, folder.path("out"))
        #expect(result.code == 1 && result.errors.contains("cannot be written: File too large"))
        #expect(try folder.names().filter { $0 != "cache" }.isEmpty)
        let cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        try cache.store(Data(count: 1_000_000), forKey: "a")
        let export = try shell(#"ulimit -f 200; exec "$1" export "$2""#, folder.path("exported"))
        #expect(export.code == 1 && export.errors.contains("cannot be written"))
        #expect(try folder.names() == ["cache"])
    }

    @Test func `standard output that takes no more is an error`() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        try cache.store(Data("1".utf8), forKey: "a")
        for command in ["ls", "stats", "cat a", "man"] {
            let result = try shell(#"exec "$1" \#(command) >/dev/full"#)
            #expect(result.code == 1, "\(command)")
            #expect(result.errors.contains("standard output failed"), "\(command)")
        }
    }
}
