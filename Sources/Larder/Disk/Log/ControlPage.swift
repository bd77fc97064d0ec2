import CLarderSystem

/// The one page that all processes on a directory share: how far the log goes, where its hand
/// stands, how many bytes are in use, and a number that moves with every change.
///
/// Each word is loaded and stored whole and carries a check of 12 bits; whoever reads one that
/// does not hold treats it as unknown. Only the holder of the write lock stores.
final class ControlPage: Sendable {
    // Safe because every access goes through atomic loads and stores of whole words in a
    // mapping that lives as long as this object and whose file is never shortened.
    private nonisolated(unsafe) let page: UnsafeMutableRawPointer
    /// Whose mapping it is; `nil` for a page of this process's own.
    private let fileSystem: (any FileSystem)?

    init(mapping file: CacheFile, isWritable: Bool) throws(Errno) {
        fileSystem = file.fileSystem
        page = try file.fileSystem.map(
            file.descriptor, length: Self.size, isWritable: isWritable)
    }

    /// A page that no other process sees, for a directory that cannot be written to.
    init() {
        fileSystem = nil
        page = .allocate(byteCount: Self.size, alignment: Self.size)
        page.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
    }

    deinit {
        if let fileSystem {
            fileSystem.unmap(page, length: Self.size)
        } else {
            page.deallocate()
        }
    }
}

extension ControlPage {
    static let size = 4096
    /// "LarderCt", read as a little-endian number.
    static let magic: UInt64 = 0x7443_7265_6472_614C

    /// The words that change, by their place in the page.
    enum Word: Int {
        case end = 64
        case hand = 72
        /// All bytes on disk, in the units of ``Layout/charge(_:)``.
        case bytesInUse = 80
        /// Bytes; 0 for a cache that keeps everything.
        case capacity = 88
        /// Everything before it was made durable.
        case durableEnd = 96
        /// The last record that must survive a loss of power.
        case lastSynced = 104
        /// 1 while somebody changes the log; left at 1 by one who died.
        case isBusy = 112
    }

    private static let generation = 128

    /// A word's value, or `nil` when its check does not hold.
    subscript(word: Word) -> UInt64? {
        let stored = larder_load_acquire(page + word.rawValue)
        let value = stored >> 12
        return Self.encoded(value) == stored ? value : nil
    }

    func set(_ word: Word, _ value: UInt64) {
        larder_store_release(page + word.rawValue, Self.encoded(value))
    }

    var generation: UInt64 { larder_load_acquire(page + Self.generation) }

    func advanceGeneration() -> UInt64 { larder_add_release(page + Self.generation, 1) }

    func address(_ word: Word) -> Address? { self[word].map { Address(raw: $0) } }

    func set(_ word: Word, _ address: Address) { set(word, address.raw) }

    private static func encoded(_ value: UInt64) -> UInt64 {
        let kept = value & (1 << 52 - 1)
        return kept << 12 | ((kept ^ 0x5A5A5) &* 0x9E37_79B9_7F4A_7C15) >> 52
    }
}

// MARK: The part that is written once

extension ControlPage {
    /// What does not change while the directory is in use.
    struct Head: Hashable, Sendable {
        var version = PackHeader.currentVersion
        var hashKey: HashKey
        var boot: UInt64
    }

    static let headSize = 64

    static func write(_ head: Head, to bytes: UnsafeMutableRawBufferPointer) {
        bytes.put(magic, at: 0)
        bytes.put(head.version, at: 8)
        bytes.put(head.hashKey.first, at: 16)
        bytes.put(head.hashKey.second, at: 24)
        bytes.put(head.boot, at: 32)
        bytes.put(checksum(UnsafeRawBufferPointer(bytes)), at: 12)
    }

    static func head(_ bytes: UnsafeRawBufferPointer) throws(PackHeader.Failure) -> Head {
        guard bytes.count >= headSize, bytes.number(at: 0) == magic,
            bytes.number(at: 12) == checksum(bytes)
        else { throw .damaged }
        let version: UInt32 = bytes.number(at: 8)
        guard version <= PackHeader.currentVersion else { throw .newerFormat }
        return Head(
            version: version,
            hashKey: HashKey(first: bytes.number(at: 16), second: bytes.number(at: 24)),
            boot: bytes.number(at: 32))
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let before = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[0..<12]))
        return Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[16..<headSize]), from: before)
    }
}
