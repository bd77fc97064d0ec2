/// A request method (RFC 9110 §9). Case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The method's name as it is sent.
    public let rawValue: String

    /// Makes a method of any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// `GET`
    public static let get = HTTPMethod(rawValue: "GET")
    /// `HEAD`
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `POST`
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `PATCH`
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `DELETE`
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `OPTIONS`
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}

extension HTTPMethod {
    /// Whether the method asks for nothing to change (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        [.get, .head, .options, HTTPMethod(rawValue: "TRACE")].contains(self)
    }

    /// Whether sending it twice is as good as once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
