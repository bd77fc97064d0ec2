import Larder

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A real HTTP/1.1 server on 127.0.0.1 that does what a test scripts, good or bad, and records
/// what it saw.
///
/// ```swift
/// let origin = try ScriptedOrigin()
/// origin["/logo"] = .ok(bytes, ["ETag": "\"1\""])
/// origin["/slow"] = .ok(bytes).held(atBody: 10, by: ScriptedOrigin.Gate())
/// // … ask for origin.url("/logo") …
/// let seen = origin.requests
/// ```
///
/// It takes a free port, serves any number of connections on one thread of its own, and stops
/// when it is released. It speaks no TLS and no HTTP/2. Any thread may use it.
public final class ScriptedOrigin: Sendable {
    /// The port it listens on.
    public let port: Int

    private let log: Watched<ScriptedLog>
    private let waker: ScriptedWaker
    /// Reads as ended when the server's thread has closed everything.
    private let ended: Int32
    private let listener: Int32

    /// Starts a server on `port`; 0, the default, means a free one.
    ///
    /// - Throws: ``StartError`` when the system gives no socket, port or thread.
    public init(port: Int = 0) throws {
        let listener = try ScriptedSocket.makeListener(port: port)
        let wakeup = try ScriptedSocket.makePipe()
        let end = try ScriptedSocket.makePipe()
        let waker = ScriptedWaker(descriptor: wakeup.write)
        let log = Watched(ScriptedLog())
        let isStarted = OwnThread.start {
            var server = ScriptedServer(
                listener: listener.descriptor, wakeup: wakeup.read, waker: waker, log: log)
            server.run()
            close(end.write)
        }
        guard isStarted else { throw StartError(call: "pthread_create", code: EAGAIN) }
        self.port = listener.port
        self.log = log
        self.waker = waker
        self.ended = end.read
        self.listener = listener.descriptor
    }

    deinit {
        stop()
        close(ended)
        ScriptedSocket.release(listener)
    }
}

extension ScriptedOrigin {
    /// What is done with requests to `target`: a path, or a path with its query, which comes
    /// first. Without a script a request gets ``fallback``.
    public subscript(target: String) -> Script? {
        get { log.value.scripts[target] }
        set { log.change { $0.scripts[target] = newValue } }
    }

    /// What is done with requests to any other target. A 404 by default.
    public var fallback: Script {
        get { log.value.fallback }
        set { log.change { $0.fallback = newValue } }
    }

    /// The URL of `target`, which begins with a slash.
    public func url(_ target: String) -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(target)") else {
            preconditionFailure("\(target) is no path of a URL; encode it first.")
        }
        return url
    }

    /// Closes every connection and refuses new ones. Returns when that is done.
    ///
    /// On Linux the port stays taken until the server is released.
    public func stop() {
        log.change { $0.isStopping = true }
        waker.wake()
        var events = [pollfd(fd: ended, events: Int16(POLLIN), revents: 0)]
        while events[0].revents == 0 { ScriptedSocket.await(&events, timeout: -1) }
    }
}

// MARK: - What it saw

extension ScriptedOrigin {
    /// Every request so far, in the order in which they came in full.
    public var requests: [SeenRequest] { log.value.requests }

    /// The requests to `path`, whatever their query.
    public func requests(to path: String) -> [SeenRequest] {
        requests.filter { $0.path == path }
    }

    /// Whether requests are kept. `true` by default; a benchmark of many requests turns it off.
    public var keepsRequests: Bool {
        get { log.value.keepsRequests }
        set { log.change { $0.keepsRequests = newValue } }
    }

    /// How many requests have come, kept or not.
    public var requestCount: Int { log.value.requestCount }

    /// How many connections were accepted since the start.
    public var connectionCount: Int { log.value.acceptedConnections }

    /// How many connections are open.
    public var openConnectionCount: Int { log.value.openConnections.count }
}

// MARK: - Waiting

extension ScriptedOrigin {
    /// Waits for the `count`-th request, counted from 1, and returns it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    @discardableResult
    public func request(_ count: Int) async throws -> SeenRequest {
        try await log.wait { $0.requests.count >= count }
        return requests[count - 1]
    }

    /// Waits until the client has closed the connection with `number`, or the server has.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func connectionClosed(_ number: Int) async throws {
        try await log.wait {
            $0.acceptedConnections >= number && !$0.openConnections.contains(number)
        }
    }

    /// Waits until at most `count` connections are open.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func openConnections(atMost count: Int) async throws {
        try await log.wait { $0.openConnections.count <= count }
    }
}
