#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of a stored response: small ones at hand, large ones read when they are wanted.
enum StoredBody: Sendable {
    case bytes(Data)
    case parts(any EntryReader)

    /// Bodies up to this size are read at once, so that damage is found before anything is
    /// handed out.
    static let readAtOnce = ByteCount.kibibytes(512)
    /// How much of a larger one is read at a time.
    static let part = ByteCount.kibibytes(256)

    init(_ reader: any EntryReader) async throws {
        let size = reader.attributes.size
        guard size <= Self.readAtOnce.bytes else {
            self = .parts(reader)
            return
        }
        let bytes = try await reader.read(0..<size)
        guard bytes.count == size else {
            throw LoadError(.truncated, "A stored body is shorter than its entry says.")
        }
        self = .bytes(bytes)
    }
}

extension StoredBody {
    var count: Int {
        switch self {
        case .bytes(let data): data.count
        case .parts(let reader): reader.attributes.size
        }
    }

    /// The bytes in `range` as a body that can be read any number of times.
    func body(_ range: Range<Int>) -> Body {
        switch self {
        case .bytes(let data):
            let start = data.startIndex
            let isWhole = range == 0..<data.count
            return Body(
                isWhole ? data : Data(data[start + range.lowerBound..<start + range.upperBound]))
        case .parts(let reader):
            return Body { Self.next(of: reader, in: range) }
        }
    }

    private static func next(
        of reader: any EntryReader, in range: Range<Int>
    ) -> () async throws -> Data? {
        var position = range.lowerBound
        return {
            guard position < range.upperBound else { return nil }
            let end = min(position + part.bytes, range.upperBound)
            let bytes = try await reader.read(position..<end)
            guard bytes.count == end - position else {
                throw LoadError(.truncated, "A stored body is shorter than its entry says.")
            }
            position = end
            return bytes
        }
    }
}
