#if canImport(Darwin)
public import Foundation

/// HTTP and HTTPS by the system's URLSession, which brings its proxies, its certificates and
/// HTTP/3.
///
/// Each origin has a session of its own that keeps nothing: no cache, no cookies, no
/// credentials. It follows no redirects and retries nothing. A body that is not read slows its
/// sender down as far as URLSession lets it: after 256 KiB the task is suspended, and what was
/// under way still comes. Pins and further authorities are declared as the system wants them,
/// in the app's `NSAppTransportSecurity`. Any thread may use it.
///
/// What URLSession does not give: fields of one name come joined, and in no order; the deadline
/// for a connection is not told from that for the first byte; an address policy other than
/// ``AddressPolicy/any`` cannot be kept, so such requests are refused.
public final class URLSessionOrigin: Origin {
    private let session: URLSession
    private let carrier: SessionCarrier
    private let time: TimeSource

    /// Makes an origin whose session has `configuration`, but for what it must not keep.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        time = .system
        carrier = SessionCarrier(time: time)
        session = URLSession(configuration: configuration, delegate: carrier, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends `request` and returns when the response's head has come.
    ///
    /// - Throws: ``LoadError``, or `CancellationError` when the task was cancelled.
    public func send(_ request: OriginRequest) async throws -> OriginResponse {
        try RequestCheck(request: request).run()
        guard request.addressPolicy.isUnrestricted else {
            let message =
                "URLSession does not say which address it connects to, so the address"
                + " policy cannot be kept."
            throw LoadError(.forbiddenAddress, message, url: request.url)
        }
        let transfer = Transfer(request, askedAt: time.uptime(), carrier: carrier)
        let task = session.dataTask(with: URLRequest(request))
        carrier.add(task, transfer)
        let head = try await transfer.head()
        return OriginResponse(
            status: head.status, fields: head.fields, body: transfer.body(),
            wireBytes: { transfer.wireBytes })
    }

    /// Ends every exchange with an error and closes every connection, soon but not at once.
    public func close() {
        session.invalidateAndCancel()
    }
}

extension URLRequest {
    fileprivate init(_ request: OriginRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        httpBody = request.body
        httpShouldHandleCookies = false
        // The carrier keeps the deadlines.
        timeoutInterval = 7 * 24 * 3600
        for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name) }
        // A part of a coded representation could not be decoded.
        if request.fields["Range"] != nil, request.fields["Accept-Encoding"] == nil {
            setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
    }
}
#endif
