#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Unfinished files and folders whose process was killed before it could take them along.
///
/// Whoever writes one holds a lock on it, which ends with the process: numbers of processes come
/// again, and mean nothing outside of a container. A young one may be about to be locked.
enum Leftovers {
    /// Says that somebody is at the open file or folder, until it is closed.
    static func hold(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Removes those in `folder` that nobody is at. What cannot be looked at or removed stays.
    static func remove(in folder: String) {
        let place = folder.isEmpty ? "." : folder
        // A folder that cannot be listed is told about by whoever writes to it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where isOurs(name) {
            let path = folder + name
            if isAbandoned(path) { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Whether the name is `.larder-PID-NUMBER.part`.
    static func isOurs(_ name: String) -> Bool {
        guard name.hasPrefix(".larder-"), name.hasSuffix(".part") else { return false }
        let numbers = name.dropFirst(8).dropLast(5).split(
            separator: "-", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
    }

    /// For how long what nobody holds is taken for somebody's who is about to.
    private static let shortestAge: TimeInterval = 60

    private static func isAbandoned(_ path: String) -> Bool {
        // What has no date cannot be looked at either.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let changed = attributes?[.modificationDate] as? Date,
            abs(changed.timeIntervalSinceNow) >= shortestAge
        else { return false }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
            && flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}
