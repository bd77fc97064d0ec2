import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a decoded picture is kept under: where it came from and what was done to it.
struct PictureKey: Hashable, Sendable {
    /// Where a picture came from, and everything in the request that may change it.
    struct Source: Hashable, Sendable {
        /// The key given, or the URL. Stored pictures and fetched ones share their names.
        let name: ExactKey<String>
        /// Two callers with different fields, such as credentials, never share a picture.
        let fields: HTTPFields
    }

    let source: Source
    let steps: [ImageStep]

    init(_ source: Source, _ steps: [ImageStep]) {
        self.source = source
        self.steps = steps
    }

    init(_ request: ImageRequest) {
        self.init(Source(request.source), request.steps)
    }
}

extension PictureKey.Source {
    /// What a plain request for a URL names.
    init(_ url: URL) {
        name = ExactKey(Self.name(of: url))
        fields = [:]
    }

    init(key: String) {
        name = ExactKey(key)
        fields = [:]
    }

    init(_ source: ImageRequest.Source) {
        switch source {
        case .url(let request): self.init(request)
        case .key(let key): self.init(key: key)
        }
    }

    init(_ request: Request) {
        name = ExactKey(request.key ?? Self.name(of: request.url))
        fields = request.fields
    }

    /// The URL without its fragment, which names a place in a picture and no other picture.
    private static func name(of url: URL) -> String {
        var text = url.absoluteString
        guard let end = text.withUTF8({ $0.firstIndex(of: UInt8(ascii: "#")) }) else { return text }
        return String(decoding: text.utf8.prefix(end), as: UTF8.self)
    }
}
