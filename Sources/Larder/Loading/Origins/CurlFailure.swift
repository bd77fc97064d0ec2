#if os(Linux)
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What libcurl's end of an exchange means in Larder's terms.
struct CurlFailure {
    let code: CURLcode
    let request: OriginRequest
    let head: LoadError.ResponseHead?
    /// What libcurl says of the failure; may be empty.
    let text: String
    let receivedBytes: Int
    let announcedBytes: Int?
    let refusedAddress: String?
    let isOutOfDescriptors: Bool
}

extension CurlFailure {
    /// - Parameter problem: Why nothing can be fetched at all, if that is so.
    static func closed(_ request: OriginRequest, because problem: String? = nil) -> LoadError {
        let message = problem.map { "Nothing can be fetched: \($0)." }
        return LoadError(
            .other, message ?? "The origin was closed. Make a new one.", url: request.url)
    }

    func timeout(_ part: ExchangeDeadlines.Part) -> LoadError {
        switch part {
        case .connect: make(.timedOut, "No connection to \(place) came about in time.")
        case .firstByte: make(.timedOut, "No answer came from \(place) in time.")
        case .idle: make(.timedOut, "\(place) fell silent in the midst of its answer.")
        case .total: make(.timedOut, "The answer from \(place) was not complete in time.")
        }
    }

    /// The error for the caller.
    var error: LoadError {
        if let refusedAddress {
            return make(
                .forbiddenAddress,
                "The address policy does not allow \(refusedAddress), an address of \(place).")
        }
        return connecting ?? securing ?? sending ?? receiving
            ?? make(.other, "The exchange with \(place) failed: \(reason).")
    }
}

// MARK: - By the part that failed

extension CurlFailure {
    private var connecting: LoadError? {
        switch code {
        case CURLE_URL_MALFORMAT:
            return make(.invalidURL, "The URL cannot be understood: \(reason).")
        case CURLE_COULDNT_CONNECT where isOutOfDescriptors,
            CURLE_COULDNT_RESOLVE_HOST where isOutOfDescriptors,
            CURLE_COULDNT_RESOLVE_PROXY where isOutOfDescriptors:
            return make(
                .outOfDescriptors,
                "No connection to \(place) can be made: the process has no file descriptor left. "
                    + "Raise its limit, or fetch fewer at a time.")
        case CURLE_COULDNT_RESOLVE_HOST:
            let host = request.url.host() ?? ""
            return make(
                .hostNotFound,
                "The host “\(host)” has no address. Check its name and the network.")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return make(.hostNotFound, "The proxy has no address. Check the proxy's name.")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            return make(
                .connectionRefused,
                "\(place) takes no connections: \(reason). Check the port and the network.")
        case CURLE_OPERATION_TIMEDOUT:
            return timeout(head == nil ? .connect : .total)
        default:
            return nil
        }
    }

    private var securing: LoadError? {
        switch code {
        case CURLE_SSL_CONNECT_ERROR where text.contains("SSL_ERROR_SYSCALL"):
            return lost
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_USE_SSL_FAILED:
            return make(.tls, "The connection to \(place) cannot be trusted: \(reason).")
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return make(.tls, "\(place) shows a key that is none of those pinned.")
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE:
            return make(
                .tls,
                "No connection to \(place) can be trusted, since the certificate authorities"
                    + " cannot be read: \(reason).")
        default:
            return nil
        }
    }

    private var sending: LoadError? {
        switch code {
        case CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM: lost
        // An end before the head's own is no failure to libcurl.
        case CURLE_OK: lost
        default: nil
        }
    }

    private var receiving: LoadError? {
        switch code {
        case CURLE_PARTIAL_FILE:
            let announced = announcedBytes.map { " of \($0)" } ?? ""
            return make(
                .truncated,
                "The body from \(place) ended after \(receivedBytes)\(announced) bytes.")
        case CURLE_RECV_ERROR where !text.contains("encoding"):
            return lost
        case CURLE_FILESIZE_EXCEEDED:
            return make(.tooLarge, "The body from \(place) is larger than \(request.limit).")
        // libcurl has room for lines of some length only.
        case CURLE_OUT_OF_MEMORY where head == nil:
            return make(.malformed, "A line of the head from \(place) is too long.")
        case CURLE_RECV_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
            return make(.malformed, "The answer from \(place) is no HTTP: \(reason).")
        default:
            return nil
        }
    }

    private var lost: LoadError {
        make(.connectionLost, "The connection to \(place) broke: \(reason).")
    }

    private func make(_ code: LoadError.Code, _ message: String) -> LoadError {
        LoadError(code, message, url: request.url, response: head)
    }

    private var place: String { Transfer.place(request.url) }

    private var reason: String {
        if code == CURLE_OK { return "it ended within the head" }
        return text.isEmpty ? String(cString: larder_easy_message(code)) : text
    }
}
#endif
