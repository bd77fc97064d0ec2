#if os(Linux)
import CCurl
import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A connection over TLS: libcurl in its connect-only mode finds the host, connects, shakes hands
/// and checks the certificate; from then on it carries bytes.
final class TLSTransport: Transport {
    /// Safe because one thread at a time uses a transport, as the protocol says.
    private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
    let descriptor: Int32

    /// Connects. Blocks for about `timeout` at most.
    init(
        host: String, port: Int, trust: CurlOrigin.Trust, timeout: Duration
    ) throws(TransportError) {
        if let problem = larder_curl_load() {
            throw TransportError(reason: "TLS needs libcurl: \(String(cString: problem)).")
        }
        guard let handle = larder_easy_init() else {
            throw TransportError(reason: "libcurl has no memory.")
        }
        // An address of version 6 stands in brackets in a URL.
        let name = host.contains(":") ? "[\(host)]" : host
        larder_easy_set_string(handle, CURLOPT_URL, "https://\(name):\(port)")
        larder_easy_set_string(handle, CURLOPT_PROXY, "")
        for (option, value) in [
            (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_NOSIGNAL, 1), (CURLOPT_TCP_NODELAY, 1),
            // The engine does not speak HTTP, so none is offered in the handshake.
            (CURLOPT_SSL_ENABLE_ALPN, 0), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            // Of 0 libcurl makes minutes.
            (CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(timeout.bounded / .milliseconds(1)))),
        ] {
            larder_easy_set_long(handle, option, value)
        }
        switch trust.source {
        case .system: break
        case .file(let path): larder_easy_set_string(handle, CURLOPT_CAINFO, path)
        case .pem(let certificates):
            Array(certificates).withUnsafeBytes {
                _ = larder_easy_set_blob(handle, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
            }
        }
        let code = larder_easy_perform(handle)
        let descriptor = code == CURLE_OK ? larder_easy_active_socket(handle) : -1
        guard descriptor >= 0 else {
            larder_easy_cleanup(handle)
            let reason = larder_easy_message(code).map { String(cString: $0) } ?? "no reason"
            throw TransportError(reason: "No TLS connection to \(host):\(port): \(reason).")
        }
        self.handle = handle
        self.descriptor = descriptor
    }
}

extension TLSTransport {
    func send(_ bytes: UnsafeRawBufferPointer) -> TransportOutcome {
        var count = 0
        return outcome(larder_easy_send(handle, bytes.baseAddress, bytes.count, &count), count)
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransportOutcome {
        var count = 0
        let code = larder_easy_receive(handle, buffer.baseAddress, buffer.count, &count)
        return code == CURLE_OK && count == 0 ? .end : outcome(code, count)
    }

    func close() {
        larder_easy_cleanup(handle)
    }

    private func outcome(_ code: CURLcode, _ count: Int) -> TransportOutcome {
        switch code {
        case CURLE_OK: .bytes(count)
        case CURLE_AGAIN: .nothing
        default: .end
        }
    }
}
#endif
