/// The file of the control page: whether it can be believed, and making it.
struct ControlFile {
    private let directory: Directory

    init(_ directory: Directory) {
        self.directory = directory
    }

    /// A page and what its head says.
    struct Page {
        var control: ControlPage
        var head: ControlPage.Head
        /// `nil` for a page of this process's own.
        var file: CacheFile?
        /// Whether it was made just now, because there was none or it was damaged.
        var isNew = false
        /// The machine's present boot.
        var boot: UInt64

        /// Whether it may be from before a loss of power. Where boots cannot be told apart, only
        /// another process that has it open vouches for it.
        func isStale(isAlone: Bool) -> Bool {
            boot == 0 ? isAlone : head.boot != boot
        }
    }
}

extension ControlFile {
    private var boot: UInt64 { directory.file.fileSystem.bootIdentifier }

    /// Opens the page that is there; `nil` when there is none that reads as one.
    func openValid(isWritable: Bool) throws -> Page? {
        let file: CacheFile
        do throws(Errno) {
            file = try directory.open(FileName.control, isWritable ? .write : .read)
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
        guard let head = try head(of: file) else { return nil }
        let control = try ControlPage(mapping: file, isWritable: isWritable)
        return Page(control: control, head: head, file: file, boot: boot)
    }

    func openOrMake() throws -> Page {
        if let page = try openValid(isWritable: true) { return page }
        // Before anything is made: it may be of a newer format.
        let head = ControlPage.Head(hashKey: try hashKey() ?? .random(), boot: boot)
        let file = try directory.openOrMake(FileName.control)
        // Written out in full, so that the mapping never meets a hole on a full disk. The head
        // comes last, by sign: until then there is no valid page.
        try file.write([UInt8](repeating: 0, count: ControlPage.size), at: 0)
        let control = try ControlPage(mapping: file, isWritable: true)
        return Page(control: control, head: head, file: file, isNew: true, boot: boot)
    }

    /// Writes the head, once the words are right.
    func sign(_ page: Page) throws(Errno) {
        var head = page.head
        head.boot = page.boot
        var bytes = [UInt8](repeating: 0, count: ControlPage.headSize)
        bytes.withUnsafeMutableBytes { ControlPage.write(head, to: $0) }
        try page.file?.write(bytes, at: 0)
    }

    /// A page of this process's own, for a directory that cannot be written to.
    func privatePage() throws -> Page {
        let head = ControlPage.Head(hashKey: try hashKey() ?? .random(), boot: boot)
        return Page(control: ControlPage(), head: head, file: nil, isNew: true, boot: boot)
    }

    private func head(of file: CacheFile) throws -> ControlPage.Head? {
        guard try file.status().size == ControlPage.size else { return nil }
        var bytes = [UInt8](repeating: 0, count: ControlPage.headSize)
        let result: Result<Int, Errno> = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(Errno) in try file.read(into: buffer, at: 0) }
        }
        guard try result.get() == bytes.count else { return nil }
        let head = bytes.withUnsafeBytes { bytes in
            Result { () throws(PackHeader.Failure) in try ControlPage.head(bytes) }
        }
        return try valid(head)
    }

    /// What was read, `nil` when it is damaged. A newer format is left alone.
    private func valid<Value>(_ result: Result<Value, PackHeader.Failure>) throws -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(.damaged): return nil
        case .failure(.newerFormat):
            throw DiskCacheError(
                .newerFormat,
                "\(directory.path) is of a newer version of Larder. Use that, or another place.")
        }
    }

    /// The hash key, as the newest pack that can be read has it. One of a newer format among them
    /// means that all of it is.
    private func hashKey() throws -> HashKey? {
        var key: HashKey?
        for name in try directory.names().filter({ FileName.packNumber($0) != nil }).sorted(by: >) {
            guard let file = try? directory.open(name, .read) else { continue }
            var bytes = [UInt8](repeating: 0, count: PackHeader.size)
            let count = bytes.withUnsafeMutableBytes { try? file.read(into: $0, at: 0) }
            guard count == bytes.count else { continue }
            let header = bytes.withUnsafeBytes { bytes in
                Result { () throws(PackHeader.Failure) in try PackHeader(bytes) }
            }
            if let header = try valid(header) { key = key ?? header.hashKey }
        }
        return key
    }
}
