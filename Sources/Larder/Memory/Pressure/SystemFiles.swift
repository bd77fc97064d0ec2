#if os(Linux)
import FoundationEssentials

/// The small text files in which Linux tells about itself.
struct SystemFiles: Sendable {
    /// The text of the file at a path, or `nil` when it cannot be read.
    let read: @Sendable (_ path: String) -> String?

    /// The machine's own.
    static let system = SystemFiles { path in
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension SystemFiles {
    /// The whole number that is all of a file's text. `max`, no limit, is `nil` as well.
    func number(_ path: String) -> Int? {
        read(path).flatMap { Int($0.trimmed) }
    }

    /// The numbers of a file whose lines are `name number`.
    func numbers(_ path: String) -> [String: Int] {
        var numbers: [String: Int] = [:]
        for line in (read(path) ?? "").split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let number = Int(words[1]) { numbers[String(words[0])] = number }
        }
        return numbers
    }
}

extension String {
    fileprivate var trimmed: Substring {
        self[...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    }
}
#endif
