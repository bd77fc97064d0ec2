/// A named set of measurements that one command runs.
struct Suite: Sendable {
    /// The word on the command line.
    let name: String

    /// One line for the usage text, naming the options the suite takes.
    let summary: String

    /// Measures, and tells `report` what was found and which thresholds it was held to.
    let run: @Sendable (_ report: Report, _ options: Options) async throws -> Void
}

extension Suite {
    /// Every suite there is. A new suite is one line here and a folder beside `Harness`.
    static let all: [Suite] = [
        demo, memory, disk, loader, pictures, thumbnail, views, shared, tool,
    ]
}
