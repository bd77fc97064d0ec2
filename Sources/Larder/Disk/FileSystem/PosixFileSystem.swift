import CLarderSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The system's own files.
package struct PosixFileSystem: FileSystem {
    /// All of a machine's files are one system.
    package var identifier: UInt64 { 0 }
    package var bootIdentifier: UInt64 { larder_boot_identifier() }
    package var uptime: Int { Int(larder_seconds()) }
    package let largestFile: Int

    /// Makes the seam, for the limits that the process has now.
    package init() {
        largestFile = Int(larder_largest_file())
    }
}

extension PosixFileSystem {
    private func check(_ result: Int32) throws(Errno) {
        guard result == 0 else { throw Errno(errno) }
    }

    private func count(_ result: Int) throws(Errno) -> Int {
        guard result >= 0 else { throw Errno(errno) }
        return result
    }

    private func descriptor(_ result: Int32) throws(Errno) -> Descriptor {
        guard result >= 0 else { throw Errno(-result) }
        return Descriptor(result)
    }
}

// MARK: Names

extension PosixFileSystem {
    package func makeDirectory(at path: String) throws(Errno) {
        try check(mkdir(path, 0o700))
    }

    package func openDirectory(at path: String) throws(Errno) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        return try descriptor(larder_openat(AT_FDCWD, path, flags, 0))
    }

    package func names(in directory: Descriptor) throws(Errno) -> [String] {
        // A descriptor of its own, since the stream takes it over and has a position.
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let own = try descriptor(larder_openat(directory.number, ".", flags, 0))
        guard let stream = fdopendir(own.number) else {
            let error = Errno(errno)
            close(own)
            throw error
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package func isNetwork(_ file: Descriptor) -> Bool {
        larder_is_network(file.number) != 0
    }

    package func isInMemory(_ file: Descriptor) -> Bool {
        larder_is_in_memory(file.number) != 0
    }

    package func open(
        _ name: String, in directory: Descriptor, _ access: FileAccess
    ) throws(Errno) -> Descriptor {
        let how: Int32 =
            switch access {
            case .read: O_RDONLY
            case .write: O_RDWR
            case .create: O_RDWR | O_CREAT
            case .createNew: O_RDWR | O_CREAT | O_EXCL
            }
        // Without O_NONBLOCK a planted pipe would block the open for ever.
        let flags = how | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        return try descriptor(larder_open_file(directory.number, name, flags, 0o600))
    }

    package func close(_ file: Descriptor) {
        larder_close(file.number)
    }

    package func unlink(_ name: String, in directory: Descriptor) throws(Errno) {
        try check(unlinkat(directory.number, name, 0))
    }

    package func rename(
        _ name: String, to other: String, in directory: Descriptor, replacing: Bool
    ) throws(Errno) {
        let result = larder_rename(directory.number, name, other, replacing ? 1 : 0)
        guard result == 0 else { throw Errno(-result) }
    }

    package func status(of file: Descriptor) throws(Errno) -> FileStatus {
        var info = stat()
        try check(fstat(file.number, &info))
        var status = FileStatus()
        status.isDirectory = info.st_mode & S_IFMT == S_IFDIR
        status.isFile = info.st_mode & S_IFMT == S_IFREG
        status.size = Int(info.st_size)
        status.links = Int(info.st_nlink)
        status.isOwn = info.st_uid == geteuid()
        status.isOpenToAll = info.st_mode & S_IWOTH != 0
        status.device = UInt64(truncatingIfNeeded: info.st_dev)
        status.inode = UInt64(truncatingIfNeeded: info.st_ino)
        return status
    }
}

// MARK: Content

extension PosixFileSystem {
    package func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int,
        mayWait: Bool
    ) throws(Errno) -> Int {
        guard !mayWait else {
            return try count(pread(file.number, buffer.baseAddress, buffer.count, off_t(offset)))
        }
        let got = larder_read_at_once(
            file.number, buffer.baseAddress, buffer.count, off_t(offset))
        guard got >= 0 else { throw Errno(Int32(-got)) }
        return got
    }

    package func write(
        _ file: Descriptor, _ parts: WriteParts, at offset: Int
    ) throws(Errno) -> Int {
        if parts.second.isEmpty, parts.third.isEmpty {
            return try count(
                pwrite(file.number, parts.first.baseAddress, parts.first.count, off_t(offset)))
        }
        let vector = (part(parts.first), part(parts.second), part(parts.third))
        let written = withUnsafeBytes(of: vector) { raw in
            raw.withMemoryRebound(to: iovec.self) { parts in
                pwritev(file.number, parts.baseAddress, 3, off_t(offset))
            }
        }
        return try count(written)
    }

    private func part(_ bytes: UnsafeRawBufferPointer) -> iovec {
        iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }

    package func truncate(_ file: Descriptor, to length: Int) throws(Errno) {
        try check(ftruncate(file.number, off_t(length)))
    }

    package func reserve(_ file: Descriptor, _ range: Range<Int>) throws(Errno) {
        let result = larder_reserve(file.number, off_t(range.lowerBound), off_t(range.count))
        guard result == 0 else { throw Errno(-result) }
    }

    package func sync(_ file: Descriptor) throws(Errno) {
        let result = larder_sync(file.number)
        guard result == 0 else { throw Errno(-result) }
    }

    package func lock(_ file: Descriptor, isShared: Bool) throws(Errno) -> Bool {
        let result = larder_lock(file.number, isShared ? 1 : 0)
        guard result >= 0 else { throw Errno(-result) }
        return result == 1
    }

    package func unlock(_ file: Descriptor) {
        larder_unlock(file.number)
    }

    package func map(
        _ file: Descriptor, length: Int, isWritable: Bool
    ) throws(Errno) -> UnsafeMutableRawPointer {
        let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
        let address = mmap(nil, length, protection, MAP_SHARED, file.number, 0)
        guard let address, address != MAP_FAILED else { throw Errno(errno) }
        return address
    }

    package func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
        munmap(address, length)
    }
}
