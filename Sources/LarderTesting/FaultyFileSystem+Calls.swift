package import Larder
import Synchronization

extension FaultyFileSystem {
    private func with<Value: Sendable>(
        _ name: String, _ body: (inout FaultyDisk.State) throws(Errno) -> Value
    ) throws(Errno) -> Value {
        _ = try begin(name)
        return try run(body)
    }

    private func run<Value: Sendable>(
        _ body: (inout FaultyDisk.State) throws(Errno) -> Value
    ) throws(Errno) -> Value {
        let result: Result<Value, Errno> = disk.state.withLock { state in
            Result { () throws(Errno) in try body(&state) }
        }
        return try result.get()
    }

    package var bootIdentifier: UInt64 { disk.state.withLock { $0.boot } }

    package func makeDirectory(at path: String) throws(Errno) {
        try with("makeDirectory") { state throws(Errno) in try state.makeDirectory(path) }
    }

    package func openDirectory(at path: String) throws(Errno) -> Descriptor {
        try with("openDirectory") { state throws(Errno) in try state.openDirectory(path) }
    }

    package func names(in directory: Descriptor) throws(Errno) -> [String] {
        try with("names") { state throws(Errno) in Array(state.names.keys) }
    }

    package func isNetwork(_ file: Descriptor) -> Bool { disguise == .network }

    package func isInMemory(_ file: Descriptor) -> Bool { disguise == .inMemory }

    package func open(
        _ name: String, in directory: Descriptor, _ access: FileAccess
    ) throws(Errno) -> Descriptor {
        if case .read = access {} else { try checkWritable() }
        return try with("open") { state throws(Errno) in try state.open(name, access) }
    }

    package func close(_ file: Descriptor) {
        disk.state.withLock { $0.close(file) }
    }

    package func unlink(_ name: String, in directory: Descriptor) throws(Errno) {
        try checkWritable()
        try with("unlink") { state throws(Errno) in try state.unlink(name) }
    }

    package func rename(
        _ name: String, to other: String, in directory: Descriptor, replacing: Bool
    ) throws(Errno) {
        try checkWritable()
        try with("rename") { state throws(Errno) in
            try state.rename(name, to: other, replacing: replacing)
        }
    }

    package func status(of file: Descriptor) throws(Errno) -> FileStatus {
        var status = try with("status") { state throws(Errno) in try state.status(file) }
        status.isOwn = disguise != .otherUser
        status.isOpenToAll = disguise == .openToAll
        if case .links(let count) = disguise { status.links = count }
        return status
    }

    package func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int,
        mayWait: Bool
    ) throws(Errno) -> Int {
        let limit = try begin("read")
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit))
        nonisolated(unsafe) let target = wanted  // Safe because only this call uses it.
        return try run { state throws(Errno) in try state.read(file, into: target, at: offset) }
    }

    package func write(
        _ file: Descriptor, _ parts: WriteParts, at offset: Int
    ) throws(Errno) -> Int {
        try checkWritable()
        let limit = try begin("write")
        try checkLength(offset + parts.count)
        let bytes = [UInt8](parts.first) + [UInt8](parts.second) + [UInt8](parts.third)
        let written = Array(bytes.prefix(limit))
        return try run { state throws(Errno) in try state.write(file, written, at: offset) }
    }

    package func truncate(_ file: Descriptor, to length: Int) throws(Errno) {
        try checkWritable()
        if try run({ state throws(Errno) in try state.status(file) }).size < length {
            try checkLength(length)
        }
        try with("truncate") { state throws(Errno) in try state.truncate(file, to: length) }
    }

    /// Changes nothing: what is reserved cannot be seen.
    package func reserve(_ file: Descriptor, _ range: Range<Int>) throws(Errno) {
        try checkWritable()
        _ = try begin("reserve")
    }

    package func sync(_ file: Descriptor) throws(Errno) {
        try with("sync") { state throws(Errno) in try state.sync(file) }
    }

    package func lock(_ file: Descriptor, isShared: Bool) throws(Errno) -> Bool {
        try with("lock") { state throws(Errno) in try state.lock(file, isShared: isShared) }
    }

    package func unlock(_ file: Descriptor) {
        disk.state.withLock { $0.unlock(file) }
    }

    package func map(
        _ file: Descriptor, length: Int, isWritable: Bool
    ) throws(Errno) -> UnsafeMutableRawPointer {
        let address = try with("map") { state throws(Errno) in try state.map(file, length) }
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { throw .noMemory }
        return pointer
    }

    package func unmap(_ address: UnsafeMutableRawPointer, length: Int) {}
}
