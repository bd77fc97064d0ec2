#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much longer the long tests run: 1, or what the environment's `LARDER_SOAK` says.
///
/// With `LARDER_SOAK_SEED` they take other random numbers than usual.
enum Soak {
    static let seed = number("LARDER_SOAK_SEED") ?? 0
    static let factor = number("LARDER_SOAK") ?? 1

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
