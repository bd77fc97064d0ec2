#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What is left of the file descriptors that the process and the system have.
package enum Descriptors {
    /// More than a resolver has open at a time.
    private static let few = 8

    /// Whether so few are left at this moment that a name cannot be resolved.
    ///
    /// The system's resolver does not say why it finds no address, and cannot even read its own
    /// files then.
    package static var areUsedUp: Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<few {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
            opened.append(descriptor)
        }
        return false
    }
}
