import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Wakes the server's thread from any other.
final class ScriptedWaker: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes over the write end of a pipe.
    init(descriptor: Int32) {
        self.descriptor = Mutex(descriptor)
    }

    /// The write does not block, so it may happen under the lock that keeps it from a descriptor
    /// which was closed and given out anew.
    func wake() {
        descriptor.withLock { descriptor in
            if let descriptor { ScriptedSocket.writeByte(descriptor) }
        }
    }

    func retire() {
        descriptor.withLock { descriptor in
            if let open = descriptor { _ = close(open) }
            descriptor = nil
        }
    }
}
