#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Memory that bytes are read into and that then becomes a payload's own, without a copy.
///
/// The bytes begin a cache line, where the system's copying is fastest.
struct RecordMemory: ~Copyable {
    private let allocation: UnsafeMutableRawPointer
    private let memory: UnsafeMutableRawBufferPointer

    init(count: Int) {
        allocation = .allocate(byteCount: count + Self.line, alignment: Self.alignment)
        // At least as much as the alignment: room for the note.
        let gap = Self.line - Int(bitPattern: allocation) & (Self.line - 1)
        memory = UnsafeMutableRawBufferPointer(start: allocation + gap, count: count)
    }

    deinit {
        allocation.deallocate()
    }
}

extension RecordMemory {
    private static let line = 64
    /// What the allocator gives without being asked.
    private static let alignment = 16

    var buffer: UnsafeMutableRawBufferPointer { memory }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    /// The bytes in `range`, which take the memory over.
    consuming func take(_ range: Range<Int>) -> Data {
        guard let base = memory.baseAddress, !range.isEmpty else {
            _ = consume self
            return Data()
        }
        // What stood before the range has been read: where the memory begins is noted there, so
        // that giving it back needs no object of its own.
        let start = base + range.lowerBound
        (start - Self.noteSize).storeBytes(of: allocation, as: UnsafeMutableRawPointer.self)
        discard self
        return Data(bytesNoCopy: start, count: range.count, deallocator: Self.noted)
    }

    private static let noteSize = MemoryLayout<UnsafeMutableRawPointer>.size

    private static var noted: Data.Deallocator {
        .custom { start, _ in
            (start - noteSize).loadUnaligned(as: UnsafeMutableRawPointer.self).deallocate()
        }
    }
}
