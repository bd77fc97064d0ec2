#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage
import LarderTesting

/// The demo's own server on a free port of this machine, with headers as servers send them.
struct DemoServer {
    let origin: ScriptedOrigin

    /// How long the server thinks over a picture of kind ``DemoPicture/Kind/slow``.
    static let pause = Duration.milliseconds(200)

    init(_ pictures: [DemoPicture]) throws {
        origin = try ScriptedOrigin()
        for picture in pictures { origin[picture.path] = Self.script(for: picture) }
    }

    func url(of picture: DemoPicture) -> URL { origin.url(picture.path) }

    private static func script(for picture: DemoPicture) -> ScriptedOrigin.Script {
        var fields: HTTPFields = ["Content-Type": picture.format.mediaType]
        let tag =
            "\"\(picture.bytes.count)-\(picture.path.utf8.reduce(0) { $0 &* 31 &+ Int($1) })\""
        switch picture.kind {
        case .keep, .slow:
            fields["Cache-Control"] = "public, max-age=31536000"
            fields["ETag"] = tag
        case .validate:
            fields["ETag"] = tag
        case .noStore:
            fields["Cache-Control"] = "no-store"
        case .missing:
            return .status(404, ["Content-Type": "text/plain"], body: "No such picture.\n".utf8)
        }
        let script = ScriptedOrigin.Script.file(picture.bytes, fields)
        return picture.kind == .slow ? script.delayed(by: pause) : script
    }
}
