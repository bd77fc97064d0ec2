import Foundation

/// What the command line asks for.
struct GalleryOptions: Sendable {
    /// What the program is to do.
    enum Mode: Equatable { case show, check(URL), fling }

    var mode = Mode.show
    var source: URL?
    var delay = Duration.milliseconds(120)

    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        func value(of name: String) throws -> String {
            guard let value = rest.popFirst() else {
                throw Unusable(description: "\(name) needs a value.")
            }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--check":
                mode = .check(URL(filePath: try value(of: argument), directoryHint: .isDirectory))
            case "--fling": mode = .fling
            case "--delay": delay = .milliseconds(Int(try value(of: argument)) ?? 120)
            case "--help", "-h":
                throw Unusable(
                    description: "usage: Gallery [FOLDER | FILE-OF-URLS] [--delay MS] "
                        + "[--check DIR | --fling]"
                )
            default: source = URL(filePath: argument)
            }
        }
    }
}
