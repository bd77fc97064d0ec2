#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads one entry in parts: from memory when it is small, from its open file when it is large.
struct DiskEntryReader: EntryReader {
    let attributes: EntryAttributes
    private let found: DiskSpace.Found
    private let space: DiskSpace

    init(_ found: DiskSpace.Found, _ space: DiskSpace) {
        attributes = found.value.attributes
        self.found = found
        self.space = space
    }
}

extension DiskEntryReader {
    func read(_ range: Range<Int>) async throws -> Data {
        guard let file = found.file else { return found.value.payload.part(range) }
        return try await WorkerPool.forDisks.run { [space] in
            guard let bytes = try space.read(file, range) else {
                throw DiskCacheError(
                    .damaged, "A large entry no longer reads as it was stored. Look it up again.")
            }
            return bytes
        }
    }
}
