#if canImport(Glibc)
import Glibc
private let stream = Int32(SOCK_STREAM.rawValue)
private let sendFlags = Int32(MSG_NOSIGNAL)
private func makeAddress() -> sockaddr_in { sockaddr_in() }
/// `MSG_NOSIGNAL` does it at each call.
private func suppressSignal(_ descriptor: Int32) {}
#elseif canImport(Musl)
import Musl
private let stream = SOCK_STREAM
private let sendFlags = MSG_NOSIGNAL
private func makeAddress() -> sockaddr_in { sockaddr_in() }
/// `MSG_NOSIGNAL` does it at each call.
private func suppressSignal(_ descriptor: Int32) {}
#else
import Darwin
private let stream = SOCK_STREAM
/// SIGPIPE is turned off for each socket by `SO_NOSIGPIPE`.
private let sendFlags: Int32 = 0
private func makeAddress() -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    return address
}
private func suppressSignal(_ descriptor: Int32) {
    ScriptedSocket.set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
}
#endif

/// The few system calls that the server needs, on non-blocking descriptors.
enum ScriptedSocket {
    enum Received {
        case bytes([UInt8])
        case nothing
        case end
    }

    /// A socket that listens on 127.0.0.1, and its port. Port 0 lets the system choose one.
    static func makeListener(port: Int) throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw ScriptedOrigin.StartError(call: "socket", code: errno) }
        do {
            return (descriptor, try open(descriptor, port: port))
        } catch {
            close(descriptor)
            throw error
        }
    }

    static func nextConnection(of listener: Int32) -> Int32? {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor < 0, errno == EINTR { continue }
            guard descriptor >= 0 else { return nil }
            prepare(descriptor)
            set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
            return descriptor
        }
    }

    static func take(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> Received {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end
    }

    /// The bytes that the system took, or `nil` when the connection is gone.
    static func give(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, sendFlags)
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// Refuses further connections. On Linux the port stays taken until ``release(_:)``, so that
    /// no other program answers in the server's place.
    static func stopListening(_ listener: Int32) {
        #if os(Linux)
        shutdown(listener, Int32(SHUT_RDWR))
        #else
        close(listener)
        #endif
    }

    /// Gives back the port of a listener that has been stopped.
    static func release(_ listener: Int32) {
        #if os(Linux)
        close(listener)
        #endif
    }

    /// Closes so that the client is told of a reset and not of an end.
    static func abort(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close(descriptor)
    }

    static func await(_ descriptors: inout [pollfd], timeout: Int32) {
        let count = nfds_t(descriptors.count)
        // An interrupted wait leaves nothing ready, and the caller simply waits again.
        if poll(&descriptors, count, timeout) < 0 {
            for index in descriptors.indices { descriptors[index].revents = 0 }
        }
    }
}

extension ScriptedSocket {
    /// A pipe whose write end wakes the thread that polls the read end.
    static func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw ScriptedOrigin.StartError(call: "pipe", code: errno)
        }
        for end in ends { setFlags(end) }
        return (ends[0], ends[1])
    }

    static func writeByte(_ descriptor: Int32) {
        var byte: UInt8 = 1
        // A full pipe has already woken the reader.
        _ = write(descriptor, &byte, 1)
    }

    static func drain(_ descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }

    private static func open(_ descriptor: Int32, port: Int) throws -> Int {
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, Int32(1))
        prepare(descriptor)
        var address = makeAddress()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try check("bind", bind(descriptor, address, size))
                try check("listen", listen(descriptor, 1024))
                try check("getsockname", getsockname(descriptor, address, &size))
            }
        }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    private static func check(_ call: String, _ result: Int32) throws {
        if result != 0 { throw ScriptedOrigin.StartError(call: call, code: errno) }
    }

    private static func prepare(_ descriptor: Int32) {
        setFlags(descriptor)
        suppressSignal(descriptor)
    }

    private static func setFlags(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    fileprivate static func set(
        _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: some BitwiseCopyable
    ) {
        withUnsafeBytes(of: value) {
            _ = setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
        }
    }
}
