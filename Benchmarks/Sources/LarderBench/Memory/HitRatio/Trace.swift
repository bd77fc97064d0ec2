import Foundation

/// Recorded requests: which key, how large.
struct Trace: Sendable {
    let name: String

    /// The keys in request order, numbered by first appearance.
    private(set) var keys: [Int] = []

    /// The sizes in request order.
    private(set) var sizes: [Int] = []

    /// How many different keys there are.
    private(set) var objects = 0

    /// What all objects weigh together, each as at its first request.
    private(set) var workingSet = 0
}

extension Trace {
    /// Whether the trace tells sizes. One without gives each object the size 1.
    var hasSizes: Bool { workingSet != objects }

    /// What all requests weigh together.
    var bytes: Int { sizes.reduce(0, +) }

    /// The traces of a folder: its files `*.csv.gz`, by name.
    static func all(inFolder folder: String) throws -> [Trace] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return try names.filter { $0.hasSuffix(suffix) }.map { try Trace(folder, $0) }
    }

    private static let suffix = ".csv.gz"

    /// Reads lines of `key,size`. Keys are taken as text.
    private init(_ folder: String, _ file: String) throws {
        name = String(file.dropLast(Self.suffix.count))
        var numbers: [Data: Int] = [:]
        for line in try Self.unzipped(folder + "/" + file).split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ","))
            guard fields.count == 2, let size = Int(String(decoding: fields[1], as: UTF8.self))
            else { continue }
            let number = numbers[fields[0], default: numbers.count]
            if number == numbers.count {
                numbers[fields[0]] = number
                workingSet += size
            }
            keys.append(number)
            sizes.append(max(size, 1))
        }
        objects = numbers.count
    }

    private static func unzipped(_ path: String) throws -> Data {
        guard let data = Command.bytes(of: ["gzip", "-dc", path]) else {
            throw Unreadable(path: path)
        }
        return data
    }

    /// A trace that `gzip` cannot unpack.
    struct Unreadable: Error {
        let path: String
    }
}
