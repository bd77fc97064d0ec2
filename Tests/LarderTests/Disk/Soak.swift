#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much longer the long tests run: 1, or what the environment's `LARDER_SOAK` says.
enum Soak {
    static let factor = ProcessInfo.processInfo.environment["LARDER_SOAK"].flatMap(Int.init) ?? 1
}
