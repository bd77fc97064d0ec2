#if canImport(Darwin)
import Foundation

/// What URLSession's end of an exchange means in Larder's terms.
struct SessionFailure {
    let request: OriginRequest
    let response: HTTPURLResponse?
}

extension SessionFailure {
    var tooLarge: LoadError {
        make(.tooLarge, "The body from \(place) is larger than the limit of \(request.limit).")
    }

    func timeout(_ part: ExchangeDeadlines.Part) -> LoadError {
        switch part {
        case .connect, .firstByte: make(.timedOut, "No answer came from \(place) in time.")
        case .idle: make(.timedOut, "\(place) fell silent in the midst of its answer.")
        case .total: make(.timedOut, "The answer from \(place) was not complete in time.")
        }
    }

    /// The failure that a body is which ended early by what its head announced.
    func truncation(received: Int) -> LoadError? {
        guard let response, !response.isCoded, request.method != .head,
            ![204, 304].contains(response.statusCode),
            let announced = response.value(forHTTPHeaderField: "Content-Length").flatMap({ Int($0) }
            ),
            received < announced
        else { return nil }
        return make(
            .truncated, "The body from \(place) ended after \(received) of \(announced) bytes.")
    }

    /// What `error` means for the caller.
    func error(_ error: any Error) -> LoadError {
        guard let code = (error as? URLError)?.code else {
            return make(.other, "The exchange with \(place) failed: \(error.localizedDescription)")
        }
        let (ours, problem) = Self.meaning(code)
        let message = "\(place) \(problem): \(error.localizedDescription)"
        return LoadError(ours, message, url: request.url, response: head, cause: error)
    }

    private static func meaning(_ code: URLError.Code) -> (LoadError.Code, String) {
        switch code {
        case .badURL, .unsupportedURL: (.invalidURL, "cannot be asked for")
        case .cannotFindHost, .dnsLookupFailed: (.hostNotFound, "has no address")
        case .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive:
            (.connectionRefused, "takes no connections")
        case .timedOut: (.timedOut, "did not answer in time")
        case .networkConnectionLost: (.connectionLost, "broke the connection")
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData,
            .cannotDecodeRawData, .zeroByteResource:
            (.malformed, "gave an answer that is no HTTP")
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            (.tls, "cannot be trusted")
        case .dataLengthExceedsMaximum: (.tooLarge, "sends too much")
        default: (.other, "could not be asked")
        }
    }

    private func make(_ code: LoadError.Code, _ message: String) -> LoadError {
        LoadError(code, message, url: request.url, response: head)
    }

    private var head: LoadError.ResponseHead? { response.map(LoadError.ResponseHead.init) }

    private var place: String { Transfer.place(request.url) }
}
#endif
