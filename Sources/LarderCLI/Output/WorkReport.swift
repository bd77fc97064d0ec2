/// What is printed of work that is done whether or not somebody reads of it.
///
/// A reader that has gone ends the report and not the work. So does an output that takes no more,
/// which is told when the work is done. Content that was asked for is printed by ``Terminal``.
struct WorkReport {
    private var failure: (any Error)?
}

extension WorkReport {
    mutating func print(_ text: String) {
        guard failure == nil else { return }
        do { try Terminal.print(text) } catch { failure = error }
    }

    /// Throws what kept the report from being printed, unless nobody wanted to read on.
    func finish() throws {
        if let failure, !(failure is Terminal.BrokenPipe) { throw failure }
    }

    /// Prints the whole report.
    static func print(_ text: String) throws {
        var report = WorkReport()
        report.print(text)
        try report.finish()
    }
}
