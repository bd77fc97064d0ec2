/// How large packs are, and what follows from it.
enum PackSize {
    /// A pack's size in a cache of `capacity` bytes: a thirty-second of it within bounds, but in
    /// the smallest caches an eighth, since the hand frees whole packs only.
    ///
    /// Without a capacity it goes by what is in use, so that a small cache need not fill a large
    /// pack before its dead bytes can be given back. It is never over `limit`, what the process
    /// may write.
    static func of(capacity: Int?, bytesInUse: Int, limit: Int) -> Int {
        let largest = min(largest, limit)
        let wanted = capacity.map { min(max(256 << 10, $0 / 32), $0 / 8) }
        return min(largest, wanted ?? max(4 << 20, bytesInUse / 32)) & ~(Layout.block - 1)
    }

    static let largest = 64 << 20

    /// How many bytes' blocks are taken from the disk at once, ahead of long records; 0 in a cache
    /// of small packs.
    ///
    /// With them a long append takes clearly less time, and a pack lies in few pieces.
    static func ahead(inPacksOf size: Int) -> Int {
        let step = min(4 << 20, size / 2) & ~(Layout.block - 1)
        return step < 128 << 10 ? 0 : step
    }

    /// How many bytes of zeros are at most written at once, ahead of records. More would make the
    /// store that does it the slower for no more than a tenth of the gain.
    static let longestRun = 64 << 10

    /// How many are written ahead of a record of `length`. Storing a short one is to be short.
    static func run(for length: Int) -> Int {
        isLong(length) ? longestRun : longestRun / 2
    }

    /// Whether a record of `length` is one that blocks are taken for. In packs of short ones that
    /// would make no store shorter, one in thousands long, and removing the pack take twice the
    /// time.
    static func isLong(_ length: Int) -> Bool { length >= Layout.block }

    /// From which length on a payload is a file of its own.
    static func largeThreshold(capacity: Int?, limit: Int) -> Int {
        min(1 << 20, of(capacity: capacity, bytesInUse: 0, limit: limit) / 4)
    }
}

/// Making pack files.
enum PackFile {
    /// Creates the pack behind `number`; `nil` where numbers are used up, or a directory has its
    /// name. A file that a dead writer left there goes.
    static func make(
        behind number: UInt32, _ hashKey: HashKey, in directory: Directory
    ) throws(Errno) -> Pack? {
        let header = PackHeader(
            number: number + 1, random: .random(in: .min ... .max), hashKey: hashKey)
        guard header.number < Address.packLimit else { return nil }
        let name = FileName.pack(header.number)
        let file: CacheFile
        do throws(Errno) {
            file = try directory.open(name, .createNew)
        } catch {
            guard error == .exists else { throw error }
            let isGone = try directory.discard(name) != nil
            do throws(Errno) {
                file = try directory.open(name, .createNew)
            } catch {
                // What cannot be discarded, and stands there still, is a directory.
                guard error == .exists, !isGone else { throw error }
                return nil
            }
        }
        var bytes = [UInt8](repeating: 0, count: PackHeader.size)
        bytes.withUnsafeMutableBytes { header.write(to: $0) }
        try file.write(bytes, at: 0)
        return Pack(header: header, file: file)
    }
}
