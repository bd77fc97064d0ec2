/// Where bytes come from when no tier has them: the network's one seam.
///
/// An origin sends one request and hands back one response. It follows no redirects, retries
/// nothing and keeps nothing; that is ``Loader``'s work.
public protocol Origin: Sendable {
    /// Sends `request` and returns when the response's head has arrived.
    ///
    /// The body is then pulled from ``OriginResponse/body``. Cancelling the calling task before
    /// the head has come, or dropping the body, ends the transfer and closes its connection
    /// unless that can be used again.
    ///
    /// - Throws: ``LoadError``, or `CancellationError` when the task was cancelled.
    func send(_ request: OriginRequest) async throws -> OriginResponse
}
