#if os(Linux)
import CCurl

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The functions that libcurl calls on the origin's thread. Each is given a ``CurlActive``,
/// which the loop keeps alive for as long as libcurl has its handle.
enum CurlCallbacks {
    static let header: curl_write_callback = { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return active(context).receive(line: line) ? line.count : 0
    }

    static let write: curl_write_callback = { bytes, size, count, context in
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        switch active(context).receive(bytes: part) {
        case .taken: return part.count
        case .pause: return Int(CURL_WRITEFUNC_PAUSE)
        case .tooLarge, .stop: return part.count == 0 ? 1 : 0
        }
    }

    /// Asks the address policy before a connection is tried, and keeps the connection from the
    /// programs that this process may start, which would hold it open.
    static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let address, isAllowed(address, active(context)) else { return -1 }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.pointee.family, kind, address.pointee.protocol)
        if descriptor < 0 { active(context).noSocket(errno) }
        return descriptor
    }

    /// Asks the address policy before a connection is used, which another request may have made.
    static let prerequest: curl_prereq_callback = { context, address, _, port, _ in
        let active = active(context)
        guard let address, active.mayConnect(to: String(cString: address), port: Int(port)) else {
            return CURL_PREREQFUNC_ABORT
        }
        active.connected()
        return CURL_PREREQFUNC_OK
    }
}

extension CurlCallbacks {
    private static func active(_ context: UnsafeMutableRawPointer?) -> CurlActive {
        guard let context else { preconditionFailure("libcurl lost a callback's context.") }
        return Unmanaged<CurlActive>.fromOpaque(context).takeUnretainedValue()
    }

    private static func isAllowed(
        _ address: UnsafeMutablePointer<curl_sockaddr>, _ active: CurlActive
    ) -> Bool {
        if active.transfer.request.addressPolicy.isUnrestricted { return true }
        guard let (text, port) = numeric(address) else { return false }
        return active.mayConnect(to: text, port: port)
    }

    /// An IPv4 or IPv6 address in text, and its port. `nil` for any other kind.
    private static func numeric(
        _ address: UnsafeMutablePointer<curl_sockaddr>
    ) -> (String, Int)? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let place = UnsafeRawPointer(address) + offset
        switch address.pointee.family {
        case AF_INET:
            let address = place.loadUnaligned(as: sockaddr_in.self)
            return text(AF_INET, address.sin_addr, port: address.sin_port)
        case AF_INET6:
            let address = place.loadUnaligned(as: sockaddr_in6.self)
            return text(AF_INET6, address.sin6_addr, port: address.sin6_port)
        default:
            return nil
        }
    }

    private static func text(
        _ family: Int32, _ address: some Any, port: in_port_t
    ) -> (String, Int)? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let text = withUnsafeBytes(of: address) {
            inet_ntop(family, $0.baseAddress, &buffer, socklen_t(buffer.count))
                .map { String(cString: $0) }
        }
        return text.map { ($0, Int(in_port_t(bigEndian: port))) }
    }
}
#endif
