#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A system call's refusal, by its number.
package struct Errno: Error, Hashable, Sendable {
    /// The system's number for it.
    package let number: Int32

    /// Makes an error of the system's number.
    package init(_ number: Int32) {
        self.number = number
    }
}

extension Errno {
    package static let again = Errno(EAGAIN)
    package static let interrupted = Errno(EINTR)
    package static let io = Errno(EIO)
    package static let missing = Errno(ENOENT)
    package static let exists = Errno(EEXIST)
    package static let isLink = Errno(ELOOP)
    package static let notDirectory = Errno(ENOTDIR)
    package static let isDirectory = Errno(EISDIR)
    package static let noSpace = Errno(ENOSPC)
    package static let overQuota = Errno(EDQUOT)
    package static let readOnly = Errno(EROFS)
    package static let denied = Errno(EACCES)
    package static let notPermitted = Errno(EPERM)
    package static let outOfDescriptors = Errno(EMFILE)
    package static let outOfSystemDescriptors = Errno(ENFILE)
    package static let noMemory = Errno(ENOMEM)
    package static let invalid = Errno(EINVAL)
}

extension Errno: CustomStringConvertible {
    /// The system's own words.
    package var description: String { String(cString: strerror(number)) }
}
