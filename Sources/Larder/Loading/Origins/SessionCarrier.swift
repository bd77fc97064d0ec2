#if canImport(Darwin)
import Foundation
import Synchronization

/// Carries exchanges out by tasks of a URLSession, whose delegate it is.
final class SessionCarrier: NSObject {
    private struct Running {
        let task: URLSessionTask
        let transfer: Transfer
        var deadlines: ExchangeDeadlines
        /// Waits for the next deadline; ends with the exchange.
        var watch: Task<Void, Never>?
        var response: HTTPURLResponse?
        /// Why the task was cancelled.
        var failure: LoadError?
    }

    private let running = Mutex<[Int: Running]>([:])
    private let time: TimeSource

    init(time: TimeSource) {
        self.time = time
    }
}

extension SessionCarrier: Carrier {
    /// Takes over `task`, which has not begun, for `transfer`.
    func add(_ task: URLSessionTask, _ transfer: Transfer) {
        let deadlines = ExchangeDeadlines(transfer.request.deadlines, now: transfer.askedAt)
        let levels: [LoadPriority: Float] = [
            .lowest: 0, .low: 0.25, .normal: 0.5, .high: 0.75, .highest: 1,
        ]
        task.priority = levels[transfer.request.priority] ?? 0.5
        running.withLock {
            $0[task.taskIdentifier] = Running(
                task: task, transfer: transfer, deadlines: deadlines)
        }
    }

    func start(_ transfer: Transfer) {
        guard let task = task(of: transfer) else { return }
        guard !transfer.hasEnded else { return task.cancel() }
        change(task) { running in
            running.deadlines.start(time.uptime())
            // URLSession does not say when the connection is open.
            running.deadlines.connect()
        }
        task.resume()
        watch(task)
    }

    func resume(_ transfer: Transfer) {
        guard let task = task(of: transfer) else { return }
        change(task) { $0.deadlines.resume(time.uptime()) }
        task.resume()
        watch(task)
    }

    func stop(_ transfer: Transfer) {
        task(of: transfer)?.cancel()
    }

    private func task(of transfer: Transfer) -> URLSessionTask? {
        running.withLock { $0.values.first { $0.transfer === transfer }?.task }
    }

    @discardableResult
    private func change<Result: Sendable>(
        _ task: URLSessionTask, _ body: (inout Running) -> Result
    ) -> Result? {
        running.withLock { running in
            guard var entry = running[task.taskIdentifier] else { return nil }
            let result = body(&entry)
            running[task.taskIdentifier] = entry
            return result
        }
    }
}

// MARK: - Deadlines

extension SessionCarrier {
    /// Waits for the next deadline of `task` in place of the one waited for.
    private func watch(_ task: URLSessionTask) {
        let next = change(task) { $0.deadlines.next?.moment } ?? nil
        guard let next else { return }
        let wait = next - time.uptime()
        let watch = Task { [weak self] in
            do { try await self?.time.sleep(wait) } catch { return }
            self?.check(task)
        }
        let old = change(task) { running in
            defer { running.watch = watch }
            return running.watch
        }
        // Without an entry the exchange has ended meanwhile.
        if let old { old?.cancel() } else { watch.cancel() }
    }

    private func check(_ task: URLSessionTask) {
        let now = time.uptime()
        let hasExpired = change(task) { running in
            guard let part = running.deadlines.expired(now) else { return false }
            running.failure = SessionFailure(
                request: running.transfer.request, response: running.response
            ).timeout(part)
            return true
        }
        if hasExpired == true { task.cancel() } else { watch(task) }
    }
}

// MARK: - What URLSession says

extension SessionCarrier: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
        let head = LoadError.ResponseHead(response)
        let size = head.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        let isTooLarge = change(dataTask) { running in
            running.response = response
            running.deadlines.progress(time.uptime())
            let request = running.transfer.request
            guard request.method != .head, response.statusCode != 304,
                response.expectedContentLength > Int64(request.limit.bytes)
            else { return false }
            running.failure = SessionFailure(request: request, response: response).tooLarge
            return true
        }
        guard isTooLarge == false, let transfer = transfer(of: dataTask) else {
            return completionHandler(.cancel)
        }
        transfer.receive(head, size: size)
        transfer.settle()
        completionHandler(.allow)
        watch(dataTask)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let transfer = transfer(of: dataTask) else { return }
        let isCoded = change(dataTask) { running in
            running.deadlines.progress(time.uptime())
            return running.response?.isCoded ?? false
        }
        let wireCount = isCoded == true ? Int(dataTask.countOfBytesReceived) : nil
        switch transfer.accept(data, wireCount: wireCount) {
        case .taken: break
        case .pause: pause(dataTask)
        case .stop: dataTask.cancel()
        case .tooLarge:
            change(dataTask) { running in
                running.failure =
                    SessionFailure(
                        request: transfer.request, response: running.response
                    ).tooLarge
            }
            dataTask.cancel()
        }
        transfer.settle()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let entry = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let entry else { return }
        entry.watch?.cancel()
        let failure = SessionFailure(request: entry.transfer.request, response: entry.response)
        let cause =
            entry.failure ?? error.map(failure.error)
            ?? failure.truncation(received: entry.transfer.bodyBytes)
        entry.transfer.finish(cause.map { .failure($0) } ?? .success(()))
    }

    /// The reader may have caught up before the task was suspended; then its wish to go on came
    /// too early and is made good here.
    private func pause(_ task: URLSessionTask) {
        change(task) { $0.deadlines.pause() }
        task.suspend()
        guard let transfer = transfer(of: task), !transfer.isPaused else { return }
        resume(transfer)
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        running.withLock { $0[task.taskIdentifier]?.transfer }
    }
}

extension LoadError.ResponseHead {
    init(_ response: HTTPURLResponse) {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            fields.append("\(name)", "\(value)")
        }
        self.init(status: response.statusCode, fields: fields)
    }
}

extension HTTPURLResponse {
    /// Whether the body was packed for the way.
    var isCoded: Bool {
        guard let coding = value(forHTTPHeaderField: "Content-Encoding") else { return false }
        return coding.lowercased() != "identity"
    }
}
#endif
