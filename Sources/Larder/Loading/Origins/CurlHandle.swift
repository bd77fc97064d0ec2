#if os(Linux)
import CCurl

/// One of libcurl's easy handles, used for one exchange by the origin's thread.
///
/// Never for a second one: with libcurl 7.88 a second exchange whose head begins with a folded line
/// corrupted the heap.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private let errorBuffer: UnsafeMutablePointer<CChar>
    private var fieldList: UnsafeMutablePointer<curl_slist>?

    /// Makes a handle, or `nil` when memory is short.
    init?() {
        guard let easy = larder_easy_init() else { return nil }
        self.easy = easy
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        larder_easy_cleanup(easy)
        larder_list_free(fieldList)
        errorBuffer.deallocate()
    }
}

extension CurlHandle {
    /// What libcurl says about the last failure; empty when it says nothing.
    var errorText: String { String(cString: errorBuffer) }

    func set(_ option: CURLoption, _ value: Int) {
        larder_easy_set_long(easy, option, value)
    }

    func set(_ option: CURLoption, _ value: String) {
        larder_easy_set_string(easy, option, value)
    }

    /// Sets the bytes of a blob, of which libcurl makes a copy.
    func set(_ option: CURLoption, blob: some Collection<UInt8>) {
        Array(blob).withUnsafeBytes {
            _ = larder_easy_set_blob(easy, option, $0.baseAddress, $0.count)
        }
    }

    /// Sets the request's content, of which libcurl makes a copy.
    func setContent(_ bytes: some Collection<UInt8>) {
        larder_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
        var content = Array(bytes)
        larder_easy_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, &content)
    }

    /// Sets the request's own field lines, each a Latin-1 text.
    func setFields(_ lines: [String]) {
        var bytes: [CChar] = []
        for line in lines {
            bytes.removeAll(keepingCapacity: true)
            for scalar in line.unicodeScalars {
                bytes.append(CChar(truncatingIfNeeded: scalar.value))
            }
            bytes.append(0)
            guard let longer = larder_list_append(fieldList, bytes) else { continue }
            fieldList = longer
        }
        larder_easy_set_list(easy, CURLOPT_HTTPHEADER, fieldList)
    }

    /// Whether the exchange is one by HTTP/2, as far as that is known.
    var isMultiplexed: Bool { larder_easy_http_version(easy) == CURL_HTTP_VERSION_2_0 }

    /// The exchange that `easy` carries out.
    static func active(of easy: UnsafeMutableRawPointer) -> CurlActive? {
        larder_easy_private(easy).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// Has libcurl call back with `active` as its context.
    func setCallbacks(_ active: CurlActive) {
        let context = Unmanaged.passUnretained(active).toOpaque()
        larder_easy_set_pointer(easy, CURLOPT_PRIVATE, context)
        larder_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer)
        larder_easy_set_header(easy, CurlCallbacks.header, context)
        larder_easy_set_write(easy, CurlCallbacks.write, context)
        larder_easy_set_prerequest(easy, CurlCallbacks.prerequest, context)
        larder_easy_set_open_socket(easy, CurlCallbacks.openSocket, context)
    }
}
#endif
