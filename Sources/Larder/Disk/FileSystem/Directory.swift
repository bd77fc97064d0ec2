/// A directory held open: every file of a cache is reached from here, never by a path.
package final class Directory: Sendable {
    /// The directory itself.
    package let file: CacheFile
    /// Its path, for messages alone.
    package let path: String

    /// Takes over an open directory.
    package init(_ file: CacheFile, path: String) {
        self.file = file
        self.path = path
    }
}

extension Directory {
    private var fileSystem: any FileSystem { file.fileSystem }

    /// The names in it.
    package func names() throws(Errno) -> [String] {
        try Errno.retrying { () throws(Errno) in try fileSystem.names(in: file.descriptor) }
    }

    /// Opens `name`.
    ///
    /// - Throws: ``Errno/isLink`` for anything but an ordinary file of our own with one name:
    ///   somebody else has put it there.
    package func open(_ name: String, _ access: FileAccess) throws(Errno) -> CacheFile {
        let descriptor = try Errno.retrying { () throws(Errno) in
            try fileSystem.open(name, in: file.descriptor, access)
        }
        let opened = CacheFile(descriptor, in: fileSystem)
        let status = try opened.status()
        guard status.isFile, status.isOwn, status.links <= 1 else { throw .isLink }
        return opened
    }

    /// Unlinks `name` and, if so told, empties what it named: then its space is free at once even
    /// while a reader holds it open. Returns its length, or `nil` when it was not there.
    @discardableResult
    package func discard(_ name: String, emptying: Bool = true) throws(Errno) -> Int? {
        let opened = try? open(name, .write)  // Without it the last reader frees the space.
        let size = opened.flatMap { try? $0.status().size }  // Unknown counts as nothing freed.
        do {
            try Errno.retrying { () throws(Errno) in
                try fileSystem.unlink(name, in: file.descriptor)
            }
        } catch  where error == .missing {
            return nil
        }
        // A second name would show content that is somebody else's now.
        if emptying, let opened, (try? opened.status().links) == 0 {
            try? opened.truncate(to: 0)  // Failing costs space while somebody reads, no more.
        }
        return size ?? 0
    }

    /// Renames `name` to `other`, in place of what has that name only if `replacing`.
    package func rename(_ name: String, to other: String, replacing: Bool) throws(Errno) {
        try Errno.retrying { () throws(Errno) in
            try fileSystem.rename(name, to: other, in: file.descriptor, replacing: replacing)
        }
    }

    /// Makes the names survive a loss of power.
    package func sync() throws(Errno) {
        try file.sync()
    }
}
