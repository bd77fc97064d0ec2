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
import Larder

/// A folder that `larder export` wrote, to be taken back.
///
/// The list says what each file was; only plain files directly in the folder are read.
struct ExportedFolder {
    private let path: String
    private let files: OlderCache
    private let lines: [Data]

    init(_ path: String) throws {
        self.path = path
        files = try .tsFileCache(at: URL(filePath: path, directoryHint: .isDirectory))
        lines = try InputFile.contents(ofPlain: "\(path)/\(ExportedEntry.listName)")
            .split(separator: UInt8(ascii: "\n"))
    }
}

extension ExportedFolder {
    /// Takes the entries into `cache`, all of them into `bucket` if one is given.
    func copyEntries(
        to cache: DiskCache, bucket: String?, isDryRun: Bool
    ) async throws -> ImportReport {
        var report = ImportReport(isDryRun: isDryRun)
        for (number, line) in lines.enumerated() {
            guard let entry = Self.entry(line) else {
                report.skip("line \(number + 1)", "it is no entry of an export")
                continue
            }
            guard DiskBucket.isName(entry.bucket ?? "") else {
                report.skip(entry.file, "its bucket's name is too long", key: entry.key)
                continue
            }
            let tier = BucketTier.tier(of: cache, bucket: bucket ?? entry.bucket)
            do {
                try await take(entry, into: tier, &report)
            } catch let error as OlderCacheError {
                report.skip(entry.file, error.message, key: entry.key)
            } catch let error as DiskCacheError where error.code.concernsEntry {
                report.skip(entry.file, error.message, key: entry.key)
            } catch {
                report.failure = Describe.error(error)
                break
            }
        }
        return report
    }

    private static func entry(_ line: Data) -> ExportedEntry? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        // Whatever else a line may be, it is skipped and told so.
        return try? decoder.decode(ExportedEntry.self, from: line)
    }

    private func take(
        _ entry: ExportedEntry, into tier: any CacheTier, _ report: inout ImportReport
    ) async throws {
        let attributes = EntryAttributes(
            metadata: entry.metadata, storedAt: entry.storedAt, expiresAt: entry.expiresAt,
            isShareable: entry.isShareable ?? true)
        guard attributes.isLive(at: Date()) else {
            return report.skip(entry.file, "it has expired", key: entry.key)
        }
        guard try await tier.attributes(forKey: entry.key) == nil else {
            return report.skip(
                entry.file, ImportReport.alreadyThere, key: entry.key, isHarmless: true)
        }
        guard let file = try await files.entry(forKey: entry.file) else {
            return report.skip(entry.file, reason(entry.file), key: entry.key)
        }
        guard file.payload.count == entry.size else {
            return report.skip(entry.file, "it has another size than it had", key: entry.key)
        }
        let new = Entry(payload: file.payload, attributes: attributes)
        if !report.isDryRun, try await tier.store(new, forKey: entry.key) == nil {
            return report.skip(
                entry.file, OlderCacheReport.SkipReason.notKept.rawValue, key: entry.key)
        }
        report.take(entry.file, key: entry.key, bytes: entry.size)
    }

    /// Why no file was read under `name`.
    private func reason(_ name: String) -> String {
        var status = stat()
        let isPlain = !name.isEmpty && name != "." && name != ".." && !name.contains("/")
        guard isPlain, lstat("\(path)/\(name)", &status) == 0 else { return "it is not there" }
        return OlderCacheReport.SkipReason.notAFile.rawValue
    }
}
