#if os(Linux)
import CCurl

/// libcurl's multi handle, under which exchanges share connections.
// Safe because only the origin's thread uses the handle, but for `wake`, which libcurl allows
// from any thread and the mailbox from none after the thread has ended.
struct CurlMulti: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    private static let isReady = larder_global_init() == CURLE_OK

    /// Makes a handle, or `nil` when libcurl cannot work here.
    init?(_ configuration: CurlOrigin.Configuration) {
        guard Self.isReady, let handle = curl_multi_init() else { return nil }
        self.handle = handle
        larder_multi_set_long(handle, CURLMOPT_MAXCONNECTS, configuration.idleConnectionLimit)
        larder_multi_set_long(
            handle, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.hostExchangeLimit)
    }
}

extension CurlMulti {
    /// Does all that can be done without waiting.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(handle, &running)
    }

    /// The next exchange that has ended, and how.
    func nextEnded() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle
            else { continue }
            return (easy, message.pointee.data.result)
        }
        return nil
    }

    /// Waits for something to do, `wake` included.
    func wait(milliseconds: Int32) {
        curl_multi_poll(handle, nil, 0, milliseconds, nil)
    }

    func wake() {
        curl_multi_wakeup(handle)
    }

    func free() {
        curl_multi_cleanup(handle)
    }
}
#endif
