import Foundation
import LarderImage

extension Suite {
    static let thumbnail = Suite(
        name: "thumbnail",
        summary: "the peak memory of one thumbnail, for the suite pictures: FILE"
    ) { report, options in
        guard options.words.count == 2 else { throw PeakMemory.Failure() }
        report.note(try PeakMemory.measured(options.words[1]))
    }
}

/// How much memory one thumbnail takes at its peak.
///
/// Every figure comes from a process of its own, since a heap that earlier work has grown hides
/// what the next work takes.
enum PeakMemory {
    /// A process that did not tell.
    struct Failure: Error {}

    /// MiB above what the process used when it had read the file and not decoded anything, or
    /// `nil` where the system does not tell.
    static func mebibytes(_ bytes: Data) throws -> Double? {
        guard FileManager.default.fileExists(atPath: "/proc/self/exe") else { return nil }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "larder-bench-\(UUID().uuidString)")
        defer { _ = try? FileManager.default.removeItem(at: file) }
        try bytes.write(to: file)
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let answer = Command.output(of: [program, "thumbnail", file.path]),
            let figure = Double(answer.filter { $0 != "\n" })
        else { throw Failure() }
        return figure
    }

    /// What the process of its own prints.
    fileprivate static func measured(_ file: String) throws -> String {
        let bytes = try Data(contentsOf: URL(filePath: file))
        // 5 sets the peak back to what is in use now.
        FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(Data("5".utf8))
        let idle = try kibibytes("VmHWM")
        consume(try makeThumbnail(bytes, .best))
        return String((try kibibytes("VmHWM") - idle) / 1024)
    }

    private static func kibibytes(_ name: String) throws -> Double {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let figure = line.flatMap({ Double($0.filter(\.isNumber)) }) else { throw Failure() }
        return figure
    }
}
