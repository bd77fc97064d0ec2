import Synchronization
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Folders that somebody changes while they are read.
@Suite struct OlderFolderChangeTests {
    private let old: OldFolder

    init() throws {
        old = try OldFolder(["a": Data(text: "1234")])
    }

    /// A folder before whose every read `change` is called with the number of the read.
    private func folder(_ change: @escaping @Sendable (Int) -> Void) throws -> OlderFolder {
        var folder = try OlderFolder(old.url)
        let count = Mutex(0)
        folder.reading = { descriptor, buffer, size, place in
            let number = count.withLock { count in
                count += 1
                return count
            }
            change(number)
            return pread(descriptor, buffer, size, place)
        }
        return folder
    }

    @Test(arguments: ["12345678", "12", ""])
    func `a file that changes once while it is read is read again`(text: String) throws {
        let file = old.file("a").path
        let folder = try folder { number in
            guard number == 1, let stream = fopen(file, "w") else { return }
            fputs(text, stream)
            fclose(stream)
        }
        guard case .file(let found) = try folder.read("a", limit: .mebibytes(1)) else {
            Issue.record("nothing was read")
            return
        }
        #expect(found.bytes == Data(text: text) && found.attributes.size == text.utf8.count)
    }

    @Test func `a file that never rests is not taken`() throws {
        let file = old.file("a").path
        let folder = try folder { number in
            guard let stream = fopen(file, "a") else { return }
            fputs("\(number)", stream)
            fclose(stream)
        }
        #expect(throws: OlderCacheError.self) { try folder.read("a", limit: .mebibytes(1)) }
    }

    @Test func `what is put in a file's place while it is read does not show`() throws {
        let (file, other) = (old.file("a").path, old.file("b").path)
        let folder = try folder { _ in
            unlink(file)
            symlink(other, file)
        }
        guard case .file(let found) = try folder.read("a", limit: .mebibytes(1)) else {
            Issue.record("nothing was read")
            return
        }
        #expect(found.bytes == Data(text: "1234"))
        guard case .refused(.notAFile) = try folder.read("a", limit: .mebibytes(1)) else {
            Issue.record("a link was read")
            return
        }
    }

    @Test func `a key that no cache takes stops no other file`() async throws {
        let long = String(repeating: "k", count: 70_000)
        let directory = old.file("new")
        let cache = try DiskCache(directory: directory, capacity: nil)
        let files = try OldFolder(["a": Data(text: "1"), "b": Data(text: "2")])
        let report = try await OlderCache.tsFileCache(at: files.url).copyEntries(
            to: cache, newKey: { $0 == "a" ? long : $0 })
        #expect(report.failure == nil && report.taken.map(\.fileName) == ["b"])
        #expect(report.skipped.first?.skipped == .notKept)
        #expect(report.skipped.first?.detail?.contains("at most") == true)
    }
}
