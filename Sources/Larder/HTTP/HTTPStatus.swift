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
