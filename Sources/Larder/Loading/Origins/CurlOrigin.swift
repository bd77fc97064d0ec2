#if os(Linux)
import CCurl

/// HTTP and HTTPS by libcurl: HTTP/1.1 and HTTP/2, connections kept and shared.
///
/// One thread of its own carries out every exchange; it starts with the origin and ends when that
/// is released and the last body was read or dropped. A body that is not read slows its sender down
/// after 256 KiB. The content codings gzip, deflate, br and zstd are undone, and content that
/// breaks off within one fails as truncated; without an `Accept-Encoding` of the caller's own,
/// requests offer these, except requests for a range.
/// Certificates are always verified. Any thread may use it.
///
/// The first one of a process loads libcurl, on its thread; without libcurl every request fails.
///
/// It follows no redirects, retries nothing, keeps nothing and knows no cookies.
public final class CurlOrigin: Origin {
    private let mailbox: CurlMailbox
    private let clock: @Sendable () -> Duration

    /// Makes an origin and its thread.
    public init(_ configuration: Configuration = Configuration()) {
        clock = TimeSource.system.uptime
        mailbox = CurlLoop.launch(configuration, clock: clock)
    }

    deinit {
        mailbox.post(.retire)
    }

    /// Sends `request` and returns when the response's head has come.
    ///
    /// - Throws: ``LoadError``, or `CancellationError` when the task was cancelled.
    public func send(_ request: OriginRequest) async throws -> OriginResponse {
        try RequestCheck(request: request).run()
        let transfer = Transfer(request, askedAt: clock(), carrier: mailbox)
        let head = try await transfer.head()
        return OriginResponse(
            status: head.status, fields: head.fields, body: transfer.body(),
            wireBytes: { transfer.wireBytes })
    }

    /// Ends every exchange with an error and closes every connection, soon but not at once.
    /// Later requests fail.
    public func close() {
        mailbox.post(.close)
    }
}
#endif
