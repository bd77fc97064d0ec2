/// A plain socket, TCP or Unix.
final class SocketTransport: Transport {
    let descriptor: Int32

    /// Takes over a connected, non-blocking socket.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }
}

extension SocketTransport {
    func send(_ bytes: UnsafeRawBufferPointer) -> TransportOutcome {
        Sockets.send(descriptor, bytes)
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransportOutcome {
        Sockets.receive(descriptor, into: buffer)
    }

    func close() {
        Sockets.close(descriptor)
    }
}
