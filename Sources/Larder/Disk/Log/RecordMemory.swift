#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Memory that bytes are read into and that then becomes a payload's own, without a copy.
struct RecordMemory: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer

    init(count: Int) {
        memory = .allocate(byteCount: count, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }
}

extension RecordMemory {
    var buffer: UnsafeMutableRawBufferPointer { memory }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    /// The bytes in `range`, which take the memory over.
    consuming func take(_ range: Range<Int>) -> Data {
        guard let base = memory.baseAddress, !range.isEmpty,
            range.lowerBound == 0 || range.lowerBound >= Self.noteSize
        else {
            let copy = Data(bytes[range])
            _ = consume self
            return copy
        }
        discard self
        guard range.lowerBound > 0 else {
            return Data(bytesNoCopy: base, count: range.count, deallocator: Self.whole)
        }
        // What stood before the range has been read: where the memory begins is noted there, so
        // that giving it back needs no object of its own.
        let start = base + range.lowerBound
        (start - Self.noteSize).storeBytes(of: base, as: UnsafeMutableRawPointer.self)
        return Data(bytesNoCopy: start, count: range.count, deallocator: Self.noted)
    }

    private static let noteSize = MemoryLayout<UnsafeMutableRawPointer>.size

    private static var whole: Data.Deallocator {
        .custom { start, _ in start.deallocate() }
    }

    private static var noted: Data.Deallocator {
        .custom { start, _ in
            (start - noteSize).loadUnaligned(as: UnsafeMutableRawPointer.self).deallocate()
        }
    }
}
