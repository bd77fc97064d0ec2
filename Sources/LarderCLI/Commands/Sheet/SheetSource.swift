#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// What a contact sheet shows: the entries of a cache or the files of a folder, by name.
struct SheetSource: Sendable {
    struct Item: Sendable {
        let item: SheetItem
        let read: @Sendable () throws -> Data?
    }

    let title: String
    let items: [Item]
}

extension SheetSource {
    init(_ cache: DiskCache, _ filter: EntryFilter) throws {
        let now = Date()
        var items: [Item] = []
        try cache.forEach(filter, now: now) { entry in
            let row = EntryRow(entry, now: now)
            let bucket = cache.bucket(entry.bucket ?? "")
            let name = entry.bucket.map { "\($0)/\(entry.key)" } ?? entry.key
            let state = [row.state, entry.isRead ? "read" : nil].compactMap { $0 }
            let item = SheetItem(
                name: name, size: entry.size, storedAt: entry.storedAt,
                state: state.joined(separator: ", "))
            items.append(Item(item: item) { try bucket.data(forKey: entry.key) })
        }
        title = "Larder: \(cache.directory.path(percentEncoded: false))"
        self.items = items.sorted { $0.item.name < $1.item.name }
    }

    init(folder: String, _ filter: EntryFilter) throws {
        guard filter.bucket == nil else { throw UsageError("A folder has no --bucket.") }
        let now = Date()
        let files = FileManager.default
        let names = try files.contentsOfDirectory(atPath: folder).sorted()
        title = folder
        items = names.compactMap { name in
            let path = "\(folder)/\(name)"
            guard let attributes = try? files.attributesOfItem(atPath: path) else {
                // It has gone, is not ours to read, or is named by bytes that Foundation replaces.
                if name.contains("\u{FFFD}") {
                    Terminal.complain("\(Describe.printable(path)) is left out: no UTF-8 name.")
                }
                return nil
            }
            guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
            let item = SheetItem(
                name: name,
                size: (attributes[.size] as? any BinaryInteger).map { Int(clamping: $0) } ?? 0,
                storedAt: attributes[.modificationDate] as? Date ?? .distantPast)
            let isWanted = filter.accepts(
                name, size: item.size, storedAt: item.storedAt, now: now)
            guard isWanted else { return nil }
            return Item(item: item) { try InputFile.contents(ofPlain: path) }
        }
    }

    /// The items, a hundred at a time.
    var windows: [ArraySlice<Item>] {
        stride(from: 0, to: items.count, by: 100).map { items[$0..<min($0 + 100, items.count)] }
    }
}
