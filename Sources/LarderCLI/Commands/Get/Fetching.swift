import Larder

/// Fetches URLs, several at a time, and reports on each.
struct Fetching: Sendable {
    let options: FetchOptions
    let loader: Loader
    let isQuiet: Bool
    let isJSON: Bool
}

extension Fetching {
    /// Fetches all of `jobs`. A signal ends it; what has come of a transfer that can be resumed is
    /// kept in the cache.
    func run(_ jobs: [FetchJob]) async throws -> ExitCode {
        try await UnfinishedFiles.interruptible {
            do {
                return try await fetch(jobs)
            } catch {
                await loader.idle()
                throw error
            }
        }
    }

    private func fetch(_ jobs: [FetchJob]) async throws -> ExitCode {
        let progress = ProgressDisplay(total: jobs.count, isQuiet: isQuiet)
        var results: [FetchResult] = []
        var report = WorkReport()
        var hasFailed = false
        try await Gathering.each(
            jobs, atMost: options.parallel, work: { try await fetch($0, progress) }
        ) { result in
            progress.clear()
            if let error = result.error {
                hasFailed = true
                Terminal.complain("\(Describe.printable(result.url)): \(error)")
            }
            if isJSON {
                results.append(result)
            } else if !isQuiet, result.error == nil {
                report.print(result.line)
            }
        }
        progress.clear()
        await loader.idle()
        if isJSON { report.print(try JSON.text(["results": results])) }
        try report.finish()
        return hasFailed ? .failure : .success
    }

    private func fetch(_ job: FetchJob, _ progress: ProgressDisplay) async throws -> FetchResult {
        let start = TimeSource.system.uptime()
        var result = FetchResult(url: job.text)
        do {
            try await load(job, into: &result, progress)
        } catch let error as Terminal.BrokenPipe {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            result.error = Describe.error(error)
        }
        result.seconds = (TimeSource.system.uptime() - start) / .seconds(1)
        progress.finish(failed: result.error != nil)
        return result
    }

    private func load(
        _ job: FetchJob, into result: inout FetchResult, _ progress: ProgressDisplay
    ) async throws {
        let response = try await loader.response(for: options.request(job.url))
        result.status = response.status
        result.source = response.source
        if let length = response.expectedLength { progress.expect(bytes: length.bytes) }
        let output = response.isSuccess ? try job.file.map(ContentOutput.init) : nil
        for try await chunk in response.body {
            result.bytes += chunk.count
            progress.add(bytes: chunk.count)
            try output?.write(chunk)
        }
        result.wireBytes = response.wireBytes
        guard response.isSuccess else {
            result.error = "The server answered with status \(response.status)."
            return
        }
        try output?.commit()
        result.file = job.file
    }
}
