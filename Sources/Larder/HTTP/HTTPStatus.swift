/// What a status code means to a cache (RFC 9110 §15).
enum HTTPStatus {
    /// Whether a response with this status may be kept and guessed fresh without any statement
    /// of the origin (RFC 9110 §15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Whether the meaning of this status for caching is known here (RFC 9111 §5.2.2.3).
    static func isUnderstood(_ status: Int) -> Bool {
        switch status {
        case 200...205, 300...303, 305, 307, 308, 400...411, 413...415, 417, 421, 422, 426,
            500...505:
            true
        default: false
        }
    }

    /// Whether an answer with this status may answer another request at all.
    ///
    /// What a part, a 304, a 412 or a 416 says holds for the fields of its own request only; what
    /// RFC 6585 names (428, 429, 431, 511) must never be stored.
    static func isStorable(_ status: Int) -> Bool {
        status >= 200 && ![206, 304, 412, 416, 428, 429, 431, 511].contains(status)
    }

    /// Whether the status tells what has become of the content, so that what was stored before
    /// holds no more. Others, such as a 403 or the redirect of a login page, say nothing of it.
    static func replacesContent(_ status: Int) -> Bool {
        isSuccess(status) && status != 206 || status == 404 || status == 410
    }

    /// Whether the origin, or a proxy before it, failed in a way that RFC 5861 §4 calls an error.
    static func isServerFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }

    /// Whether the status is a success.
    static func isSuccess(_ status: Int) -> Bool { (200...299).contains(status) }

    /// Whether the status points to another URL that is asked instead.
    static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }
}
