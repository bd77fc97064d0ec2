#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A URL and where its content goes.
struct FetchJob: Sendable, Equatable {
    let url: URL
    /// The URL as it was typed, without user and password.
    let text: String
    /// The file for the content, `-` for standard output, `nil` for nowhere but the cache.
    var file: String?

    init(_ text: String, file: String? = nil) throws {
        url = try WebAddress.url(text)
        self.text = WebAddress.shown(text)
        self.file = file
    }
}

extension FetchJob {
    /// The jobs that a command line of `larder get` asks for.
    static func jobs(_ arguments: Arguments) throws -> [FetchJob] {
        let folder = arguments.value("--directory")
        if let file = arguments.value("--output") {
            guard arguments.operands.count == 1, folder == nil else {
                throw UsageError("-o takes one URL and no -d. For several URLs use -d DIR.")
            }
            guard file != "-" || !arguments.has("--json") else {
                throw UsageError("-o - and --json would both write to standard output.")
            }
            return [try FetchJob(arguments.operands[0], file: file)]
        }
        var jobs = try arguments.operands.map { try FetchJob($0) }
        guard let folder else { return jobs }
        var names = FileNames()
        for index in jobs.indices {
            let name = SafeFileName.name(forURL: jobs[index].text)
            jobs[index].file = "\(folder)/\(names.unique(name))"
        }
        return jobs
    }
}
