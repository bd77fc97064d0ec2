#if os(Linux)
import CZlib

/// Undoes the content codings `gzip` and `deflate` (RFC 9110 §8.4.1).
///
/// A body in gzip may have several members, one behind the other (RFC 1952 §2.2), of which none is
/// known to be the last: one that is missing whole is not missed. What is behind and does not begin
/// as a member does, such as padding, is ignored, as the program gzip does. What is sent as
/// `deflate` is in zlib's format or, by servers that read the name literally, bare.
final class Inflater: ContentDecoder {
    enum Format { case gzip, deflate }

    private enum Position {
        /// Nothing came yet.
        case start
        case within
        /// Behind a byte, or more, of what may be another member.
        case later
        /// Behind the end of the content, or of one of its members.
        case end
        /// Behind what is ignored.
        case done
    }

    private let format: Format
    // zlib keeps its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var position = Position.start

    init(_ format: Format) {
        self.format = format
        stream.initialize(to: z_stream())
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }
}

extension Inflater {
    var isWhole: Bool { position != .within && position != .later }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        while true {
            if let first = input.first { begin(with: first) }
            guard position == .within || position == .later else {
                input = UnsafeRawBufferPointer(start: nil, count: 0)
                return 0
            }
            guard let count = inflateOnce(&input, into: output) else { return nil }
            if count > 0 || input.isEmpty { return count }
        }
    }

    /// Makes ready for the content that begins with the byte `first`, where something begins.
    private func begin(with first: UInt8) {
        switch position {
        case .within, .later, .done: return
        case .end where format == .deflate || first != 0x1F:
            position = .done
            return
        case .end:
            inflateReset(stream)
            position = .later
        case .start:
            // The low half of zlib's first byte says that it is deflate's; a bare block's first
            // byte has it so only where its padding is not zero (RFC 1950 §2.2, RFC 1951 §3.2.3).
            let isBare = format == .deflate && first & 0x0F != 8
            let window = format == .gzip ? 16 + MAX_WBITS : isBare ? -MAX_WBITS : MAX_WBITS
            inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            position = .within
        }
    }

    private func inflateOnce(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        let bytes = input.assumingMemoryBound(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let status = inflate(stream, Z_NO_FLUSH)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(Int(stream.pointee.avail_in)))
        switch status {
        case Z_STREAM_END: position = .end
        case Z_OK, Z_BUF_ERROR: break
        // Its first two bytes are not a member's.
        case Z_DATA_ERROR where position == .later && stream.pointee.total_in == 2:
            position = .done
        default: return nil
        }
        return output.count - Int(stream.pointee.avail_out)
    }
}
#endif
