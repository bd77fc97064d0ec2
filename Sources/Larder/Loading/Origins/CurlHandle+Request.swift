#if os(Linux)
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CurlHandle {
    /// Sets all that the exchange needs.
    func prepare(for active: CurlActive, _ configuration: CurlOrigin.Configuration) {
        let request = active.transfer.request
        setCallbacks(active)
        setConnection(request, configuration)
        setTrust(request.url, configuration)
        setMethod(request)
        setMessage(request, configuration)
    }

    private func setConnection(
        _ request: OriginRequest, _ configuration: CurlOrigin.Configuration
    ) {
        larder_easy_allow_only_http(easy)
        larder_easy_never_wait_for_resolver(easy)
        set(CURLOPT_NOSIGNAL, 1)
        // Most pictures for a screen come in one piece then, and are copied less.
        set(CURLOPT_BUFFERSIZE, 32 << 10)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // A connection that is being made may turn out to take many exchanges: wait for it.
        set(CURLOPT_PIPEWAIT, request.url.scheme?.lowercased() == "https" ? 1 : 0)
        // libcurl repeats a request whose kept connection died before an answer, which only an
        // idempotent one may be (RFC 9110 §9.2.2): others get a connection of their own.
        if !request.method.isIdempotent { set(CURLOPT_FRESH_CONNECT, 1) }
        // The loop keeps the deadlines; 0 would mean libcurl's own.
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
        guard request.addressPolicy.isUnrestricted else { return set(CURLOPT_PROXY, "") }
        switch configuration.proxy.source {
        case .environment: break
        case .none: set(CURLOPT_PROXY, "")
        case .url(let url): set(CURLOPT_PROXY, url)
        }
    }

    private func setTrust(_ url: URL, _ configuration: CurlOrigin.Configuration) {
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        switch configuration.trust.source {
        case .system: break
        case .file(let path): set(CURLOPT_CAINFO, path)
        case .pem(let certificates): set(CURLOPT_CAINFO_BLOB, blob: certificates)
        }
        if !configuration.pins.isEmpty, let host = url.host(),
            let pins = configuration.pins[host.lowercased()]
        {
            set(CURLOPT_PINNEDPUBLICKEY, pins.joined(separator: ";"))
        }
    }

    private func setMethod(_ request: OriginRequest) {
        let method = request.method
        switch method {
        case .get where request.body == nil: set(CURLOPT_HTTPGET, 1)
        case .head: set(CURLOPT_NOBODY, 1)
        default:
            set(CURLOPT_CUSTOMREQUEST, method.rawValue)
            // Methods that mean something by their content say that there is none.
            let means = method == .post || method == .put || method == .patch
            if let body = request.body ?? (means ? Data() : nil) { setContent(body) }
        }
    }

    private func setMessage(_ request: OriginRequest, _ configuration: CurlOrigin.Configuration) {
        set(CURLOPT_URL, request.url.absoluteString)
        if let userAgent = configuration.userAgent { set(CURLOPT_USERAGENT, userAgent) }
        var lines = ["Expect:", "Accept-Encoding: \(Self.acceptedCodings(request.fields))"]
        for field in request.fields where !HTTPFields.isSame(field.name, "Accept-Encoding") {
            // An empty value after a colon would remove the field, hence the semicolon.
            lines.append(
                field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if request.fields["Content-Type"] == nil { lines.append("Content-Type:") }
        setFields(lines)
    }

    /// What `Accept-Encoding` says. A part of a coded representation could not be decoded, so
    /// ranges are asked for uncoded.
    private static func acceptedCodings(_ fields: HTTPFields) -> String {
        guard let own = fields["Accept-Encoding"] else {
            return fields["Range"] == nil ? ContentCodings.offered : "identity"
        }
        return own.isEmpty ? "identity" : own
    }
}
#endif
