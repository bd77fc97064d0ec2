import Synchronization

/// A directory held open: every file of a cache is reached from here, never by a path.
package final class Directory: Sendable {
    /// The directory itself.
    package let file: CacheFile
    /// Its path, for messages alone.
    package let path: String
    /// Whether the file system was found not to tell how many names a file has.
    private let isUncounted = Atomic<Bool>(false)

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
    /// - Throws: ``Errno/isLink`` for anything but an ordinary file, ``Errno/isShared`` for one
    ///   that is not our own or has a second name.
    package func open(_ name: String, _ access: FileAccess) throws(Errno) -> CacheFile {
        let opened = CacheFile(try descriptor(of: name, access), in: fileSystem)
        let status = try opened.status()
        guard status.isFile else { throw .isLink }
        guard status.isOwn, status.links <= 1 || !countsLinks() else { throw .isShared }
        return opened
    }

    /// Whether `file`, one of this directory, has lost its name. Where that is not told, no.
    func isUnlinked(_ file: CacheFile) throws(Errno) -> Bool {
        try file.status().links == 0 && countsLinks()
    }

    /// Whether the file system tells how many names a file has: some have another number for each,
    /// 0 above all. Asked of a new file where a count is not what it should be.
    private func countsLinks() -> Bool {
        guard !isUncounted.load(ordering: .relaxed) else { return false }
        let name = FileName.large(.random())
        do throws(Errno) {
            let new = CacheFile(try descriptor(of: name, .createNew), in: fileSystem)
            let links = try new.status().links
            // It had its name until now. One that stays is nobody's, and swept.
            try fileSystem.unlink(name, in: file.descriptor)
            isUncounted.store(links != 1, ordering: .relaxed)
            return links == 1
        } catch {
            return true  // Nothing was found.
        }
    }

    private func descriptor(of name: String, _ access: FileAccess) throws(Errno) -> Descriptor {
        do throws(Errno) {
            return try Errno.retrying { () throws(Errno) in
                try fileSystem.open(name, in: file.descriptor, access)
            }
        } catch {
            // Directories, and sockets, of which the systems say different things.
            let isOther = [Errno.isDirectory, .noDevice, .notSupported].contains(error)
            throw isOther ? .isLink : error
        }
    }

    /// Opens the file `name`, made if it is not there or a link, a pipe or a socket is.
    ///
    /// - Throws: ``DiskCacheError/Code/unsafeDirectory`` for a directory, another user's file and
    ///   one that has a second name, or the file system's refusal.
    package func openOrMake(_ name: String) throws -> CacheFile {
        do throws(Errno) {
            do throws(Errno) {
                return try open(name, .create)
            } catch {
                guard error == .isLink else { throw error }
                try discard(name)
                return try open(name, .create)
            }
        } catch {
            guard error.isForeign else { throw error }
            throw DiskCacheError(
                .unsafeDirectory, "\(path)/\(name) is no file of the cache's own. Remove it.",
                cause: error)
        }
    }

    /// Unlinks `name` and, if so told, empties what it named: then its space is free at once even
    /// while a reader holds it open. Returns its length, or `nil` when it was not there or is a
    /// directory, which stays.
    @discardableResult
    package func discard(_ name: String, emptying: Bool = true) throws(Errno) -> Int? {
        var opened: CacheFile?  // Without it the last reader frees the space.
        var isOther = false
        do throws(Errno) { opened = try open(name, .write) } catch { isOther = error == .isLink }
        let size = opened.flatMap { try? $0.status().size }  // Unknown counts as nothing freed.
        do {
            try Errno.retrying { () throws(Errno) in
                try fileSystem.unlink(name, in: file.descriptor)
            }
        } catch
            where error == .missing || error == .isDirectory
            || error == .notPermitted && isOther
        {
            return nil
        }
        // A second name would show content that is somebody else's now.
        if emptying, let opened, (try? isUnlinked(opened)) ?? false {
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

    /// Makes the content of the file `name` survive a loss of power. One that is not there, or no
    /// longer, has nothing to lose.
    package func syncFile(_ name: String) throws(Errno) {
        do throws(Errno) {
            try open(name, .write).sync()
        } catch {
            guard error.isAbsence else { throw error }
        }
    }

    /// Makes the names survive a loss of power.
    package func sync() throws(Errno) {
        try file.sync()
    }
}
