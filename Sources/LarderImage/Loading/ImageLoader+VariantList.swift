import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Which variants of a source the cache keeps, so that they are found again and removed.

extension ImageLoader {
    func variantKey(_ request: ImageRequest) -> String {
        Self.variantKey(storageKey(request), Self.mark(of: request.steps))
    }

    /// A line feed keeps the key apart from every URL.
    private static func variantKey(_ storageKey: String, _ mark: String) -> String {
        "\(storageKey)\nimage \(mark)"
    }

    private static func mark(of steps: [ImageStep]) -> String {
        ContentTag(Data(steps.identity.utf8)).description
    }

    private static func listKey(_ storageKey: String) -> String { "\(storageKey)\nimages" }

    /// Adds a variant to the list of its source's.
    func list(_ request: ImageRequest) async throws {
        let key = Self.listKey(storageKey(request))
        let mark = Self.mark(of: request.steps)
        // Another variant may be added at the same moment; some rounds suffice for all.
        for _ in 0..<8 {
            let old = try await loader.cache.entry(forKey: key)
            let marks = Self.marks(in: old)
            guard !marks.contains(mark) else { return }
            let text = (marks + [mark]).joined(separator: "\n")
            let entry = Entry(
                payload: Data(text.utf8),
                attributes: EntryAttributes(storedAt: configuration.time.now()))
            let version = old?.attributes.version
            if try await loader.cache.store(entry, forKey: key, ifVersion: version) != nil {
                return
            }
        }
    }

    private static func marks(in list: Entry?) -> [String] {
        String(decoding: list?.payload ?? Data(), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    /// Removes what steps made of the picture kept under `storageKey`.
    func removeVariants(of storageKey: String) async throws {
        let key = Self.listKey(storageKey)
        guard let list = try await loader.cache.entry(forKey: key) else { return }
        for mark in Self.marks(in: list) {
            try await loader.cache.remove(forKey: Self.variantKey(storageKey, mark))
        }
        try await loader.cache.remove(forKey: key)
    }
}
