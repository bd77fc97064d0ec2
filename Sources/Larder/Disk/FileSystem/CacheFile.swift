/// A file that stays open as long as somebody holds it.
///
/// Reading goes on after the file was unlinked. Calls that a signal interrupts are repeated and
/// short counts continued here, so the code above sees whole reads and writes only.
package final class CacheFile: Sendable {
    /// The files that it belongs to.
    package let fileSystem: any FileSystem
    /// The system's name for it.
    package let descriptor: Descriptor

    /// Takes over `descriptor`.
    package init(_ descriptor: Descriptor, in fileSystem: any FileSystem) {
        self.fileSystem = fileSystem
        self.descriptor = descriptor
    }

    deinit {
        fileSystem.close(descriptor)
    }
}

extension CacheFile {
    /// Reads into `buffer` until it is full or the file ends; returns the count.
    ///
    /// - Throws: ``Errno/again`` where without `mayWait` the disk would have to be waited for.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int, mayWait: Bool = true
    ) throws(Errno) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let got = try Errno.retrying { () throws(Errno) in
                try fileSystem.read(
                    descriptor, into: rest, at: offset + count, mayWait: mayWait)
            }
            guard got > 0 else { break }
            count += got
        }
        return count
    }

    /// Writes all of `parts` at `offset`.
    ///
    /// - Throws: ``Errno/tooLarge`` for what lies beyond what the process may write.
    package func write(_ parts: WriteParts, at offset: Int) throws(Errno) {
        guard offset + parts.count <= fileSystem.largestFile else { throw .tooLarge }
        var rest = parts
        var place = offset
        while rest.count > 0 {
            let written = try Errno.retrying { () throws(Errno) in
                try fileSystem.write(descriptor, rest, at: place)
            }
            guard written > 0 else { throw .io }
            guard written < rest.count else { return }
            rest = rest.dropFirst(written)
            place += written
        }
    }

    /// Writes all of `bytes` at `offset`.
    package func write(_ bytes: [UInt8], at offset: Int) throws(Errno) {
        let result: Result<Void, Errno> = bytes.withUnsafeBytes { buffer in
            Result { () throws(Errno) in try write(WriteParts(buffer), at: offset) }
        }
        try result.get()
    }

    /// Cuts or extends the file to `length`.
    package func truncate(to length: Int) throws(Errno) {
        if length > fileSystem.largestFile, try status().size < length { throw .tooLarge }
        try Errno.retrying { () throws(Errno) in try fileSystem.truncate(descriptor, to: length) }
    }

    /// Takes the disk's blocks for `range`, if the system can do that and has them. The file
    /// becomes no longer; cutting or extending it gives back what is behind its end.
    package func reserve(_ range: Range<Int>) {
        try? fileSystem.reserve(descriptor, range)  // Who writes there gets to know.
    }

    /// Writes zeros in `range`, as far as that can be done.
    package func fill(_ range: Range<Int>) {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.zeros.count) {
            let part = Self.zeros.prefix(range.upperBound - start)
            let result: Result<Void, Errno> = part.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try write(WriteParts(bytes), at: start) }
            }
            // Who writes there gets to know.
            guard case .success = result else { return }
        }
    }

    private static let zeros = [UInt8](repeating: 0, count: 64 << 10)

    /// Makes the content survive a loss of power.
    package func sync() throws(Errno) {
        try Errno.retrying { () throws(Errno) in try fileSystem.sync(descriptor) }
    }

    /// What is known about the file.
    package func status() throws(Errno) -> FileStatus {
        try Errno.retrying { () throws(Errno) in try fileSystem.status(of: descriptor) }
    }

    /// Takes the file's lock if it is free.
    package func lock(isShared: Bool = false) throws(Errno) -> Bool {
        try Errno.retrying { () throws(Errno) in
            try fileSystem.lock(descriptor, isShared: isShared)
        }
    }

    /// Gives the file's lock back.
    package func unlock() {
        fileSystem.unlock(descriptor)
    }
}
