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
    /// Something has the name that is no ordinary file: a link, a directory, a pipe, a socket.
    package static let isLink = Errno(ELOOP)
    /// The file has another name too, or another owner.
    package static let isShared = Errno(EMLINK)
    package static let notDirectory = Errno(ENOTDIR)
    package static let isDirectory = Errno(EISDIR)
    package static let noSpace = Errno(ENOSPC)
    package static let overQuota = Errno(EDQUOT)
    package static let tooLarge = Errno(EFBIG)
    package static let readOnly = Errno(EROFS)
    package static let denied = Errno(EACCES)
    package static let notPermitted = Errno(EPERM)
    package static let outOfDescriptors = Errno(EMFILE)
    package static let outOfSystemDescriptors = Errno(ENFILE)
    package static let noMemory = Errno(ENOMEM)
    package static let invalid = Errno(EINVAL)
    package static let stale = Errno(ESTALE)
    package static let noDevice = Errno(ENXIO)
    package static let notSupported = Errno(EOPNOTSUPP)
}

extension Errno {
    /// Whether what has the name is none of ours: somebody else has put it there.
    var isForeign: Bool { self == .isLink || self == .isShared }
    /// Whether no file of ours has the name.
    var isAbsence: Bool { self == .missing || isForeign }
}

extension Errno {
    /// Repeats a call that a signal interrupted. A hundred in a row are no signals.
    static func retrying<Value>(_ call: () throws(Errno) -> Value) throws(Errno) -> Value {
        for _ in 0..<100 {
            do {
                return try call()
            } catch  where error == .interrupted {
                continue
            }
        }
        throw .interrupted
    }
}

extension Errno: CustomStringConvertible {
    /// The system's own words.
    package var description: String { String(cString: strerror(number)) }
}
