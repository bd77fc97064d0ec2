import Larder
import Synchronization

/// The disk of a ``FaultyFileSystem``: one directory, its files, and what of them is durable.
final class FaultyDisk: Sendable {
    let state: Mutex<State>

    init(_ state: State) {
        self.state = Mutex(state)
    }

    /// Something done to a file since it was last synced.
    enum Change: Sendable {
        case write(at: Int, [UInt8])
        case resize(to: Int)
    }

    struct Inode: Sendable {
        var content: [UInt8] = []
        var durable: [UInt8] = []
        var changes: [Change] = []
        var links = 1
        /// The first bytes while the file is mapped; they are read and written there.
        var page: Page?
        var sharers: Set<Descriptor> = []
        var owner: Descriptor?
    }

    /// Something done to the directory since it was last synced.
    enum NameChange: Sendable {
        case add(String, Int)
        case remove(String)
    }

    struct State: Sendable {
        var boot: UInt64 = 1
        var directories: Set<String> = ["/"]
        var path: String?
        var inodes: [Int: Inode] = [:]
        var names: [String: Int] = [:]
        var durableNames: [String: Int] = [:]
        var nameChanges: [NameChange] = []
        var descriptors: [Descriptor: Int] = [:]
        var nextNumber = 1
    }

    /// Memory that a mapping points to; it lives as long as any state that knows it.
    final class Page: Sendable {
        let address: UInt
        private let count: Int

        init(_ bytes: [UInt8], count: Int) {
            let page = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4096)
            page.initializeMemory(as: UInt8.self, repeating: 0, count: count)
            bytes.prefix(count).withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(start: page, count: count).copyMemory(from: bytes)
            }
            address = UInt(bitPattern: page)
            self.count = count
        }

        deinit {
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }

        var buffer: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: address), count: count)
        }
    }
}

extension FaultyDisk.Inode {
    /// The content as a read sees it.
    var bytes: [UInt8] {
        guard let page else { return content }
        let mapped = page.buffer.prefix(content.count)
        return [UInt8](mapped) + content.dropFirst(mapped.count)
    }

    mutating func apply(_ change: FaultyDisk.Change) {
        switch change {
        case .resize(let length):
            content = Array(content.prefix(length))
            content += [UInt8](repeating: 0, count: length - content.count)
        case .write(let offset, let bytes):
            if content.count < offset + bytes.count {
                content += [UInt8](repeating: 0, count: offset + bytes.count - content.count)
            }
            content.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
            guard let page else { return }
            for (index, byte) in bytes.enumerated() where offset + index < page.buffer.count {
                page.buffer[offset + index] = byte
            }
        }
    }
}

extension FaultyDisk.State {
    func files() -> [String: [UInt8]] {
        names.compactMapValues { inodes[$0]?.bytes }
    }

    mutating func overwrite(_ name: String, with bytes: [UInt8]) {
        guard let number = names[name], var inode = inodes[number] else { return }
        inode.content = bytes
        inode.durable = bytes
        if let page = inode.page {
            for index in page.buffer.indices {
                page.buffer[index] = index < bytes.count ? bytes[index] : 0
            }
        }
        inodes[number] = inode
    }

    /// What is left when every process has died: all of it, but nothing open or locked.
    func afterDeath() -> FaultyDisk.State {
        var state = self
        state.descriptors = [:]
        for (number, inode) in inodes {
            var inode = inode
            inode.content = inode.bytes
            inode.page = nil
            inode.owner = nil
            inode.sharers = []
            state.inodes[number] = inode
        }
        return state
    }
}
