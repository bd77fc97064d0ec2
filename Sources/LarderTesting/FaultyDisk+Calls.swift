import Larder

/// The calls, without faults.
extension FaultyDisk.State {
    private func inode(_ file: Descriptor) throws(Errno) -> (Int, FaultyDisk.Inode) {
        guard let number = descriptors[file], let inode = inodes[number] else { throw .invalid }
        return (number, inode)
    }

    private mutating func newDescriptor(_ inode: Int) -> Descriptor {
        let descriptor = Descriptor(Int32(nextNumber))
        nextNumber += 1
        descriptors[descriptor] = inode
        return descriptor
    }

    mutating func makeDirectory(_ path: String) throws(Errno) {
        guard directories.insert(path).inserted else { throw .exists }
    }

    mutating func openDirectory(_ given: String) throws(Errno) -> Descriptor {
        let path = given.hasSuffix("/.") ? String(given.dropLast(2)) : given
        guard directories.contains(path) else { throw .missing }
        if self.path == nil {
            self.path = path
            inodes[0] = FaultyDisk.Inode()
        }
        guard self.path == path else { throw .missing }
        return newDescriptor(0)
    }

    mutating func open(_ name: String, _ access: FileAccess) throws(Errno) -> Descriptor {
        if let number = names[name] {
            if case .createNew = access { throw .exists }
            return newDescriptor(number)
        }
        switch access {
        case .read, .write: throw .missing
        case .create, .createNew: break
        }
        let number = nextNumber
        nextNumber += 1
        inodes[number] = FaultyDisk.Inode()
        names[name] = number
        nameChanges.append(.add(name, number))
        return newDescriptor(number)
    }

    mutating func close(_ file: Descriptor) {
        guard descriptors[file] != nil else { return }
        unlock(file)
        descriptors[file] = nil
    }

    mutating func unlink(_ name: String) throws(Errno) {
        guard let number = names.removeValue(forKey: name) else { throw .missing }
        inodes[number]?.links = 0
        nameChanges.append(.remove(name))
    }

    mutating func rename(_ name: String, to other: String, replacing: Bool) throws(Errno) {
        guard let number = names[name] else { throw .missing }
        guard replacing || names[other] == nil else { throw .exists }
        if names[other] != nil { try unlink(other) }
        names[name] = nil
        names[other] = number
        nameChanges += [.remove(name), .add(other, number)]
    }

    func status(_ file: Descriptor) throws(Errno) -> FileStatus {
        let (number, inode) = try inode(file)
        var status = FileStatus()
        status.isDirectory = number == 0
        status.isFile = number != 0
        status.size = inode.content.count
        status.links = inode.links
        status.device = 1
        status.inode = UInt64(number)
        return status
    }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(Errno) -> Int {
        let (_, inode) = try inode(file)
        let bytes = inode.page == nil ? inode.content : inode.bytes
        guard offset < bytes.count else { return 0 }
        let count = min(buffer.count, bytes.count - offset)
        bytes.withUnsafeBytes { bytes in
            buffer.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
        }
        return count
    }

    private mutating func change(_ file: Descriptor, _ change: FaultyDisk.Change) throws(Errno) {
        guard let number = descriptors[file], inodes[number] != nil else { throw .invalid }
        inodes[number]?.apply(change)
        inodes[number]?.changes.append(change)
    }

    mutating func write(_ file: Descriptor, _ bytes: [UInt8], at offset: Int) throws(Errno) -> Int {
        try change(file, .write(at: offset, bytes))
        return bytes.count
    }

    mutating func truncate(_ file: Descriptor, to length: Int) throws(Errno) {
        try change(file, .resize(to: length))
    }

    mutating func sync(_ file: Descriptor) throws(Errno) {
        let (number, inode) = try inode(file)
        guard number != 0 else {
            durableNames = names
            nameChanges = []
            let open = Set(descriptors.values)
            inodes = inodes.filter { $0.value.links > 0 || open.contains($0.key) }
            return
        }
        inodes[number]?.durable = inode.bytes
        inodes[number]?.changes = []
    }

    mutating func lock(_ file: Descriptor, isShared: Bool) throws(Errno) -> Bool {
        let (number, inode) = try inode(file)
        guard inode.owner == nil || inode.owner == file else { return false }
        if isShared {
            inodes[number]?.owner = nil
            inodes[number]?.sharers.insert(file)
            return true
        }
        guard inode.sharers.subtracting([file]).isEmpty else { return false }
        inodes[number]?.sharers = []
        inodes[number]?.owner = file
        return true
    }

    mutating func unlock(_ file: Descriptor) {
        guard let number = descriptors[file] else { return }
        if inodes[number]?.owner == file { inodes[number]?.owner = nil }
        inodes[number]?.sharers.remove(file)
    }

    mutating func map(_ file: Descriptor, _ length: Int) throws(Errno) -> UInt {
        let (number, inode) = try inode(file)
        if let page = inode.page { return page.address }
        let page = FaultyDisk.Page(inode.content, count: length)
        inodes[number]?.page = page
        return page.address
    }
}
