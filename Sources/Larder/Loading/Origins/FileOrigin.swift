#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `file:` URLs of this machine, answered as a web server would.
///
/// The answer carries `Content-Length`, `Last-Modified` and an `ETag` made of the file's
/// identity, size and time, and asks to be validated at each use, which costs one look at the
/// file: so a changed file is never shown as it was. Files are read in parts on threads of its
/// own, as fast as the body is read. It serves regular files only, whole ones only, and looks at
/// no `Range`. Any thread may use it.
public struct FileOrigin: Origin {
    private let pool = WorkerPool(threads: 4)

    /// Makes an origin.
    public init() {}

    /// Opens the file.
    ///
    /// - Throws: ``LoadError`` with code ``LoadError/Code/file`` when it cannot be opened or is no
    ///   regular file, ``LoadError/Code/tooLarge`` when it is larger than the request's limit,
    ///   ``LoadError/Code/invalidRequest`` for methods other than `GET` and `HEAD`,
    ///   ``LoadError/Code/forbiddenAddress`` under any address policy but ``AddressPolicy/any``.
    public func send(_ request: OriginRequest) async throws -> OriginResponse {
        let url = request.url
        guard request.addressPolicy.isUnrestricted else {
            let message = "This machine's files are read only where every address is allowed."
            throw LoadError(.forbiddenAddress, message, url: url)
        }
        guard request.method == .get || request.method == .head else {
            let message = "A file can be read only: use GET, not \(request.method.rawValue)."
            throw LoadError(.invalidRequest, message, url: url)
        }
        let path = try Self.path(url)
        let file = try await pool.run(priority: request.priority) { try OpenFile(path, url: url) }
        let tag = EntityTag(file.tag)
        if let tags = request.fields["If-None-Match"],
            tags == "*" || EntityTag.list(tags).contains(where: tag.matchesWeakly)
        {
            return OriginResponse(status: 304, fields: file.validators, body: Body(Data()))
        }
        guard request.method == .get else {
            return OriginResponse(status: 200, fields: file.fields, body: Body(Data()))
        }
        guard file.size <= request.limit.bytes else {
            let message = "The file “\(path)” is larger than the limit of \(request.limit)."
            throw LoadError(.tooLarge, message, url: url)
        }
        return OriginResponse(status: 200, fields: file.fields, body: body(file))
    }

    private static func path(_ url: URL) throws -> String {
        let host = url.host() ?? ""
        guard host.isEmpty || host.lowercased() == "localhost" else {
            let message = "The file is on another machine, “\(host)”. Copy it here first."
            throw LoadError(.file, message, url: url)
        }
        let path = url.path(percentEncoded: false)
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw LoadError(.invalidURL, "The URL names no file by an absolute path.", url: url)
        }
        return path
    }

    private func body(_ file: OpenFile) -> Body {
        Body {
            var place = 0
            return {
                guard place < file.size else { return nil }
                let start = place
                let part = try await pool.run { try file.read(at: start) }
                place += part.count
                return part
            }
        }
    }
}
