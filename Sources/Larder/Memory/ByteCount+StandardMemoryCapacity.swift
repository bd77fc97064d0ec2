#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ByteCount {
    /// What a ``MemoryCache`` may hold when nobody says: a fifth of the memory of the machine, or
    /// of the container if that is less, and at most half a gibibyte.
    ///
    /// Read once for each process.
    public static let standardMemoryCapacity = shareOfMemory(
        physical: Int(clamping: ProcessInfo.processInfo.physicalMemory),
        limit: MachineMemory.containerLimit)

    static func shareOfMemory(physical: Int, limit: Int?) -> ByteCount {
        min(.bytes(min(physical, limit ?? physical) / 5), .mebibytes(512))
    }
}
