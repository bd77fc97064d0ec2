#if os(Linux)
import CCurl

/// libcurl's multi handle, under which exchanges share connections.
// Safe because only the origin's thread uses the handle, but for `wake`, which libcurl allows
// from any thread and the mailbox from none after the thread has ended.
struct CurlMulti: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    /// Why libcurl cannot work here.
    struct Unusable: Error {
        let reason: String
    }

    /// Makes a handle. The first one of a process loads libcurl.
    init(_ configuration: CurlOrigin.Configuration) throws(Unusable) {
        if let problem = larder_curl_load() { throw Unusable(reason: String(cString: problem)) }
        guard let handle = larder_multi_init() else {
            throw Unusable(reason: "libcurl has no memory")
        }
        self.handle = handle
        larder_multi_set_long(
            handle, CURLMOPT_MAXCONNECTS, max(1, configuration.idleConnectionLimit))
        larder_multi_set_long(
            handle, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, configuration.hostExchangeLimit))
    }
}

extension CurlMulti {
    /// Does all that can be done without waiting.
    func perform() {
        larder_multi_perform(handle)
    }

    /// The next exchange that has ended, and how.
    func nextEnded() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        while let message = larder_multi_message(handle) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle
            else { continue }
            return (easy, message.pointee.data.result)
        }
        return nil
    }

    /// Waits for something to do, `wake` included.
    func wait(milliseconds: Int32) {
        larder_multi_poll(handle, milliseconds)
    }

    func wake() {
        larder_multi_wakeup(handle)
    }

    func free() {
        larder_multi_cleanup(handle)
    }
}
#endif
