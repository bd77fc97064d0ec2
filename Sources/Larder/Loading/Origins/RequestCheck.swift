#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Refuses requests that could mean something else on the wire than they say.
///
/// A field that frames the message or names its receiver belongs to the origin: a caller's own
/// could make a server see two requests where one was sent (RFC 9112 §11.2).
struct RequestCheck {
    let request: OriginRequest

    /// Throws ``LoadError`` when `request` must not be sent.
    func run() throws {
        try checkURL()
        try checkMethod()
        for field in request.fields { try check(field) }
    }
}

extension RequestCheck {
    private static let reservedNames: Set<String> = [
        "connection", "content-length", "expect", "host", "http2-settings", "keep-alive",
        "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private func checkURL() throws {
        let text = request.url.absoluteString
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw failure(.invalidURL, "The URL holds a space or a control character. Encode it.")
        }
        guard let host = request.url.host(), !host.isEmpty else {
            throw failure(.invalidURL, "The URL “\(text)” names no host.")
        }
    }

    private func checkMethod() throws {
        let method = request.method.rawValue
        guard method.isToken else {
            throw failure(.invalidRequest, "The method “\(Self.escaped(method))” is no HTTP token.")
        }
        if method == "CONNECT" {
            throw failure(.invalidRequest, "CONNECT opens tunnels, which an origin does not.")
        }
        if request.body != nil, method == "HEAD" || method == "TRACE" {
            throw failure(.invalidRequest, "A \(method) request cannot have a body. Leave it out.")
        }
    }

    private func check(_ field: HTTPFields.Field) throws {
        guard field.name.isToken else {
            let name = Self.escaped(field.name)
            throw failure(.invalidRequest, "The field name “\(name)” is no HTTP token.")
        }
        if Self.reservedNames.contains(field.name.asciiLowercased()) {
            throw failure(
                .invalidRequest,
                "The field “\(field.name)” is the origin's own to set. Leave it out.")
        }
        guard field.value.isFieldValue else {
            throw failure(
                .invalidRequest,
                "The value of the field “\(field.name)” holds a control character, or one that"
                    + " is not in Latin-1. Encode it.")
        }
    }
}

extension RequestCheck {
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    private func failure(_ code: LoadError.Code, _ message: String) -> LoadError {
        LoadError(code, message, url: request.url)
    }
}
