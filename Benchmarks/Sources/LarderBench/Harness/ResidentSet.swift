import Foundation

/// How much of this process is in memory.
enum ResidentSet {
    /// The resident set's size; 0 where the system does not tell.
    static var kibibytes: Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
