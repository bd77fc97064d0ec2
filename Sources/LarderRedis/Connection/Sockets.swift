#if canImport(Glibc)
import Glibc
private let stream = Int32(SOCK_STREAM.rawValue)
private let sendFlags = Int32(MSG_NOSIGNAL)
/// `MSG_NOSIGNAL` does it at each call.
private func suppressSignal(_ descriptor: Int32) {}
#elseif canImport(Musl)
import Musl
private let stream = SOCK_STREAM
private let sendFlags = MSG_NOSIGNAL
/// `MSG_NOSIGNAL` does it at each call.
private func suppressSignal(_ descriptor: Int32) {}
#else
import Darwin
private let stream = SOCK_STREAM
/// `SO_NOSIGPIPE` does it for the whole socket.
private let sendFlags: Int32 = 0
private func suppressSignal(_ descriptor: Int32) {
    Sockets.set(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
}
#endif
import Larder

/// The system calls behind a connection.
enum Sockets {
    /// Connects to `host`, at whichever of its addresses answers first in turn. Blocks, at most
    /// for `timeout` an address and for as long as the system looks for the name.
    static func connect(
        host: String, port: Int, timeout: Duration
    ) throws(TransportError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = stream
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &first) == 0 else {
            throw failure("The host \(host) has no address.")
        }
        defer { freeaddrinfo(first) }
        var next = first
        while let address = next?.pointee {
            if let descriptor = connect(
                address.ai_family, address.ai_addr, address.ai_addrlen, timeout)
            {
                set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
                return descriptor
            }
            next = address.ai_next
        }
        throw failure("Nobody answers at \(host):\(port).")
    }

    /// Connects to the Unix socket at `path`. Blocks at most for `timeout`.
    static func connect(path: String, timeout: Duration) throws(TransportError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isWritten = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard isWritten else { throw TransportError(reason: "The path \(path) is too long.") }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let descriptor = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(AF_UNIX, $0, size, timeout)
            }
        }
        guard let descriptor else { throw failure("Nobody answers at \(path).") }
        return descriptor
    }

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> TransportOutcome {
        outcome(ofSending: systemSend(descriptor, bytes.baseAddress, bytes.count, sendFlags))
    }

    static func receive(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> TransportOutcome {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        return count == 0 ? .end : outcome(ofSending: count)
    }

    private static func outcome(ofSending count: Int) -> TransportOutcome {
        if count >= 0 { return .bytes(count) }
        return errno == EAGAIN || errno == EINTR ? .nothing : .end
    }
}

extension Sockets {
    /// Without a descriptor nothing can be told of the other side.
    private static func failure(_ reason: String) -> TransportError {
        TransportError(
            reason: Descriptors.areUsedUp
                ? "The process has no file descriptor left. Raise its limit." : reason)
    }

    private static func connect(
        _ family: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ size: socklen_t,
        _ timeout: Duration
    ) -> Int32? {
        let descriptor = socket(family, stream, 0)
        guard descriptor >= 0 else { return nil }
        setNonBlocking(descriptor)
        suppressSignal(descriptor)
        if isConnected(descriptor, systemConnect(descriptor, address, size), timeout) {
            return descriptor
        }
        systemClose(descriptor)
        return nil
    }

    private static func isConnected(
        _ descriptor: Int32, _ result: Int32, _ timeout: Duration
    ) -> Bool {
        if result == 0 { return true }
        guard errno == EINPROGRESS else { return false }
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&polled, 1, milliseconds(timeout)) == 1 else { return false }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0
    }

    /// A pipe whose write end wakes the thread that polls the read end.
    static func makePipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { setNonBlocking(end) }
        return (ends[0], ends[1])
    }

    static func wake(_ pipe: Int32) {
        var byte: UInt8 = 1
        // A full pipe has already woken the reader.
        _ = write(pipe, &byte, 1)
    }

    static func drain(_ pipe: Int32) {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(pipe, &bytes, bytes.count) == bytes.count {}
    }

    /// Waits until one of `descriptors` is ready; without a timeout for ever.
    static func wait(for descriptors: inout [pollfd], timeout: Duration?) {
        let count = nfds_t(descriptors.count)
        if poll(&descriptors, count, timeout.map(milliseconds) ?? -1) < 0 {
            // An interrupted wait leaves nothing ready, and the caller waits again.
            for index in descriptors.indices { descriptors[index].revents = 0 }
        }
    }

    static func close(_ descriptor: Int32) {
        systemClose(descriptor)
    }

    fileprivate static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var value: Int32 = 1
        _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Rounded up, so that a wait never ends before its time.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        let count = (duration / .milliseconds(1)).rounded(.up)
        return Int32(max(0, min(count, 60_000)))
    }
}

// The names that the methods above hide.

private func systemConnect(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ size: socklen_t
) -> Int32 {
    connect(descriptor, address, size)
}

private func systemSend(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
    send(descriptor, bytes, count, flags)
}

private func systemClose(_ descriptor: Int32) {
    _ = close(descriptor)
}
