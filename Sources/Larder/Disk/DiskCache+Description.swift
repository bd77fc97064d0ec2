#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DiskCache: CustomStringConvertible {
    /// Where it lies, as in `DiskCache in /home/me/.cache/album`. Nothing is read for it.
    public var description: String { "DiskCache in \(directory.path(percentEncoded: false))" }
}
