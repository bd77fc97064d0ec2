#if os(Linux)
/// Reads from the kernel's files how short of memory this process is.
///
/// The files count from the start of the machine or the group, so a reading tells what happened
/// since the one before:
///
/// - *Pressure-stall information* counts the microseconds in which some task, or all of them,
///   waited for memory. Some for a tenth of the time is a warning; all for a twentieth is
///   critical. The group's own file is asked first, then the machine's.
/// - *`memory.events`* counts how often the group went over `memory.high` (a warning), and how
///   often it met `memory.max` or lost a process to it (critical).
/// - *`memory.current`* over `memory.high` is a warning as long as it lasts.
///
/// A file that is missing or makes no sense says nothing. A counter that went back, as when the
/// process moved to another group, says nothing either.
///
/// Sources: the kernel's `Documentation/accounting/psi.rst` and `admin-guide/cgroup-v2.rst`.
struct MemoryPressureGauge: Sendable {
    private let files: SystemFiles
    private let folder: String?
    private var last: Reading
    private var lastTime: Duration

    init(files: SystemFiles, now: Duration) {
        self.files = files
        let group = ControlGroup(files: files)
        folder = group?.version == .two ? group?.folders.first : nil
        last = Reading(files, folder)
        lastTime = now
    }

    fileprivate struct Reading: Sendable {
        /// Microseconds of waiting, by whom: `some` or `full`.
        let stalls: [String: Int]
        let events: [String: Int]
        let isOverHigh: Bool
    }
}

extension MemoryPressureGauge {
    /// The pressure since the last reading.
    mutating func read(at now: Duration) -> MemoryPressure {
        let reading = Reading(files, folder)
        let elapsed = max((now - lastTime) / .microseconds(1), 1)
        defer { (last, lastTime) = (reading, now) }
        func share(_ kind: String) -> Double { rise(kind, last.stalls, reading.stalls) / elapsed }
        func happened(_ event: String) -> Bool { rise(event, last.events, reading.events) > 0 }
        if share("full") >= 0.05 || happened("max") || happened("oom") || happened("oom_kill") {
            return .critical
        }
        if share("some") >= 0.1 || happened("high") || reading.isOverHigh { return .warning }
        return .normal
    }

    private func rise(_ name: String, _ old: [String: Int], _ new: [String: Int]) -> Double {
        guard let old = old[name], let new = new[name] else { return 0 }
        return max(Double(new) - Double(old), 0)
    }
}

extension MemoryPressureGauge.Reading {
    init(_ files: SystemFiles, _ folder: String?) {
        let own = folder.flatMap { files.read("\($0)/memory.pressure") }
        stalls = Self.stalls(own ?? files.read("/proc/pressure/memory") ?? "")
        events = folder.map { files.numbers("\($0)/memory.events") } ?? [:]
        let current = folder.flatMap { files.number("\($0)/memory.current") }
        let high = folder.flatMap { files.number("\($0)/memory.high") }
        isOverHigh = (current ?? 0) > (high ?? .max)
    }

    /// The totals of lines such as `some avg10=0.00 avg60=0.00 avg300=0.00 total=0`.
    private static func stalls(_ text: String) -> [String: Int] {
        var stalls: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let kind = words.first, let total = words.last, total.hasPrefix("total=") else {
                continue
            }
            stalls[String(kind)] = Int(total.dropFirst("total=".count))
        }
        return stalls
    }
}
#endif
