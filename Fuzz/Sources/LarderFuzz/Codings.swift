#if os(Linux)

import FoundationEssentials

@testable import Larder

extension FuzzTarget {
    /// What undoes content codings, up to four in a row.
    ///
    /// The first byte names four codings and the second says how many of them there are; the third
    /// says how the rest, the body, is split and cut.
    static let codings = [FuzzTarget(name: "codings", run: decode)]

    private static func decode(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 3 else { return }
        let names = (0...Int(bytes[1]) % 4).map { place in
            ["gzip", "deflate", "br", "zstd"][Int(bytes[0]) >> (2 * place) & 3]
        }
        let body = bytes[3...]
        let whole = Decoding(body, in: names)
        let split = Decoding(body, in: names, seed: UInt64(bytes[2]) + 1)
        precondition(whole.agrees(with: split), "\(names) depends on how it is split")
        let cut = 4 + Int(bytes[2]) * body.count / 256
        let (first, rest) = (Decoding(body[..<cut], in: names), body[cut...])
        precondition(whole.mayBegin(with: first), "\(names) depends on what follows")
        guard first.isWhole, whole.end == .reached, whole.content != first.content else { return }
        // Only another member of gzip, or frame of Zstandard, may follow.
        let other = Decoding(rest, in: names)
        precondition(
            other.end == .reached && whole.content == first.content + other.content
                && whole.isWhole == other.isWhole, "\(names) broke off and was taken for whole")
    }
}

/// What came of a body.
private struct Decoding {
    enum End { case reached, limit, damage }

    private(set) var content = Data()
    private(set) var end = End.reached
    /// Whether the content may end here.
    private(set) var isWhole = false

    private static let limit = 1 << 20

    /// Decodes `body` in one piece, for a reader who is never behind, or as the seed has it.
    init(_ body: Slice<UnsafeRawBufferPointer>, in names: [String], seed: UInt64? = nil) {
        var fields = HTTPFields()
        for name in names { fields.append("Content-Encoding", name) }
        guard let decoder = ContentCodings.decoder(of: fields) else { fatalError("no decoder") }
        let coded = CodedBody(decoder)
        var state = seed ?? 0
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var rest = body
        while !rest.isEmpty, end == .reached {
            let piece = seed == nil ? rest : rest.prefix(1 + random(random(2) == 0 ? 3 : 300))
            let outcome = coded.receive(UnsafeRawBufferPointer(rebasing: piece)) {
                seed != nil && random(3) == 0
            } take: { part in
                precondition(end == .reached, "more came than was wanted")
                content += part.prefix(Self.limit - content.count)
                if content.count == Self.limit { end = .limit }
                return end == .reached
            }
            switch outcome {
            case .taken: rest = rest.dropFirst(piece.count)
            case .refused: continue
            case .stopped: precondition(end == .limit)
            case .damaged: end = .damage
            }
        }
        isWhole = end == .reached && coded.isWhole
        precondition(end != .reached || coded.codedCount == body.count, "bytes were not counted")
    }

    /// Whether both are of one body. Of what comes just before damage, more or less is handed out.
    func agrees(with other: Decoding) -> Bool {
        if end != .damage, other.end != .damage {
            return content == other.content && end == other.end && isWhole == other.isWhole
        }
        return end != .reached && other.end != .reached
            && (content.starts(with: other.content) || other.content.starts(with: content))
    }

    /// Whether `first` may be of the beginning of this one's body.
    func mayBegin(with first: Decoding) -> Bool {
        switch first.end {
        case .reached: end == .damage || content.starts(with: first.content)
        case .limit, .damage: agrees(with: first)
        }
    }
}

#else

extension FuzzTarget {
    /// The system undoes codings.
    static let codings: [FuzzTarget] = []
}

#endif
