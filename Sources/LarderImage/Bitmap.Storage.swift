#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Bitmap {
    /// Memory with pixels in it, freed when the last bitmap that shows it is gone.
    // Safe because the memory is written by whoever makes a storage before it is made, and by
    // nobody afterwards.
    package final class Storage: @unchecked Sendable {
        let bytes: UnsafeRawBufferPointer

        /// Takes over memory from `malloc`; `free` is called on it in the end.
        package init(adopting memory: UnsafeMutableRawBufferPointer) {
            bytes = UnsafeRawBufferPointer(memory)
        }

        deinit {
            free(UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }
}

extension Bitmap.Storage {
    /// Takes `count` bytes of memory, has `fill` write them, and makes a storage of them.
    convenience init(
        count: Int, zeroed: Bool, filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) throws {
        guard let memory = zeroed ? calloc(max(count, 1), 1) : malloc(max(count, 1)) else {
            throw ImageError(.outOfMemory, "There is no memory for \(count) bytes of pixels.")
        }
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: count)
        do { try fill(buffer) } catch {
            free(memory)
            throw error
        }
        self.init(adopting: buffer)
    }
}
