#if os(Linux)
import CZlib

/// Undoes the content codings `gzip` and `deflate` (RFC 9110 §8.4.1) and tells whether the content
/// came to its end.
///
/// libcurl undoes them too, but takes content that breaks off for whole. A body in gzip may have
/// several members, one behind the other (RFC 1952 §2.2), of which none is known to be the last;
/// what is behind and is none is ignored. What is sent as `deflate` is in zlib's format or, by
/// servers that read the name literally, bare.
final class Inflater {
    enum Format { case gzip, deflate }

    private enum Position {
        /// Nothing came yet.
        case start
        case within
        /// Behind the end of the content, or of one of its members.
        case end
        /// Behind what is ignored.
        case done
    }

    private let format: Format
    // zlib keeps its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let output = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 << 10, alignment: 16)
    private var position = Position.start

    init(_ format: Format) {
        self.format = format
        stream.initialize(to: z_stream())
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }
}

extension Inflater {
    /// The coding that the fields name, if it is one of these and no other is about it.
    static func format(of fields: HTTPFields) -> Format? {
        let codings = fields.values("Content-Encoding").flatMap { FieldScanner.members(of: $0) }
        guard codings.count == 1, let coding = codings.first else { return nil }
        switch coding.asciiLowercased() {
        case "gzip", "x-gzip": return .gzip
        case "deflate": return .deflate
        default: return nil
        }
    }

    /// Whether the content may end here. No content at all is whole: a 304 has none.
    var isWhole: Bool { position != .within }

    /// Unpacks `bytes`, which are not empty, and calls `take` with each part that comes of them
    /// until it returns false. Returns whether they were what the coding makes.
    func unpack(
        _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        var rest = bytes
        while let first = rest.first, position != .done {
            begin(with: first)
            var step = Step.more
            while case .more = step { step = inflateOnce(&rest, take) }
            switch step {
            case .more, .spent: continue
            case .stopped: return true
            case .damaged: return false
            }
        }
        return true
    }

    /// Makes ready for the content that begins with the byte `first`, where something begins.
    private func begin(with first: UInt8) {
        switch position {
        case .within, .done: return
        case .end where format == .deflate || first != 0x1F:
            position = .done
            return
        case .end:
            inflateReset(stream)
        case .start:
            // The low half of zlib's first byte says that it is deflate's; a bare block's first
            // byte has it so only where its padding is not zero (RFC 1950 §2.2, RFC 1951 §3.2.3).
            let isBare = format == .deflate && first & 0x0F != 8
            let window = format == .gzip ? 16 + MAX_WBITS : isBare ? -MAX_WBITS : MAX_WBITS
            inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        }
        position = .within
    }

    private enum Step {
        /// There may be more to take, even if no bytes are left to unpack.
        case more
        /// The bytes are unpacked, or this content has ended.
        case spent
        case stopped
        case damaged
    }

    /// Unpacks up to one part, and moves `rest` behind what that took.
    private func inflateOnce(
        _ rest: inout UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) -> Step {
        guard position == .within else { return .spent }
        let input = rest.assumingMemoryBound(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let status = inflate(stream, Z_NO_FLUSH)
        rest = UnsafeRawBufferPointer(rebasing: rest.suffix(Int(stream.pointee.avail_in)))
        let count = output.count - Int(stream.pointee.avail_out)
        let part = UnsafeRawBufferPointer(rebasing: output[..<count])
        if count > 0, !take(part) { return .stopped }
        switch status {
        case Z_STREAM_END:
            position = .end
            return .spent
        case Z_OK, Z_BUF_ERROR:
            return count == output.count ? .more : .spent
        default:
            return .damaged
        }
    }
}
#endif
