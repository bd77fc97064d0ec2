#if os(Linux)
/// Undoes one content coding (RFC 9110 §8.4.1), and tells whether the content came to its end.
protocol ContentDecoder: AnyObject {
    /// Whether the content may end here. No content at all is whole: a 304 has none.
    var isWhole: Bool { get }

    /// Decodes from the beginning of `input`, which is moved on behind what was used, into
    /// `output`.
    ///
    /// Returns how many bytes that gave: 0 only when all of `input` was used and nothing is left
    /// over from it, and `nil` when it is not what the coding makes.
    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int?
}

/// Which content codings are known.
enum ContentCodings {
    /// What requests offer, when their callers say nothing.
    static let offered = "gzip, deflate, br, zstd"

    /// More than that many codings of one body serve nobody but who wants to do harm.
    private static let most = 4

    /// What undoes all that an answer with these fields was sent in; `nil` when that is nothing, or
    /// not known. Servers also send names that are no codings, such as `utf-8`, with content in
    /// none.
    static func decoder(of fields: HTTPFields) -> (any ContentDecoder)? {
        let names = fields.values("Content-Encoding")
            .flatMap { FieldScanner.members(of: $0) }
            .map { $0.asciiLowercased() }
            .filter { $0 != "identity" && $0 != "none" }
        // Each takes memory, so they are counted before any is made.
        guard names.count <= most else { return nil }
        let decoders = names.reversed().compactMap(decoder(named:))
        guard decoders.count == names.count, let outermost = decoders.first else { return nil }
        return decoders.dropFirst().reduce(outermost) { ChainedDecoder($0, $1) }
    }

    private static func decoder(named name: String) -> (any ContentDecoder)? {
        switch name {
        case "gzip", "x-gzip": Inflater(.gzip)
        case "deflate": Inflater(.deflate)
        case "br": BrotliDecoder()
        case "zstd": ZstdDecoder()
        default: nil
        }
    }
}

/// Undoes a coding and then another.
private final class ChainedDecoder: ContentDecoder {
    private let outer: any ContentDecoder
    private let inner: any ContentDecoder
    private let between = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 16 << 10, alignment: 16)
    /// What of `between` the inner one has not used.
    private var rest = UnsafeRawBufferPointer(start: nil, count: 0)

    init(_ outer: any ContentDecoder, _ inner: any ContentDecoder) {
        self.outer = outer
        self.inner = inner
    }

    deinit {
        between.deallocate()
    }

    var isWhole: Bool { outer.isWhole && inner.isWhole }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        while true {
            guard let count = inner.decode(&rest, into: output) else { return nil }
            if count > 0 { return count }
            guard let more = outer.decode(&input, into: between) else { return nil }
            if more == 0 { return 0 }
            rest = UnsafeRawBufferPointer(rebasing: between[..<more])
        }
    }
}
#endif
