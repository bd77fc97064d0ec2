import Foundation

/// How much memory a piece of work takes at its peak, from what Linux keeps of each process.
enum PeakMemory {
    /// MiB above what was in use before `body`, or `nil` where Linux does not tell.
    static func mebibytes(_ body: () throws -> Void) rethrows -> Double? {
        // 5 sets the peak back to what is in use now.
        let reset = FileHandle(forWritingAtPath: "/proc/self/clear_refs")
        reset?.write(Data("5".utf8))
        guard reset != nil, let before = status("VmHWM") else {
            try body()
            return nil
        }
        try body()
        return status("VmHWM").map { ($0 - before) / 1024 }
    }

    private static func status(_ name: String) -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Double($0.filter(\.isNumber)) }
    }
}
