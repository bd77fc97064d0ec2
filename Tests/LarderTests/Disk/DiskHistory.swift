import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One step of a history, and what a cache may show of it afterwards.
enum DiskStep: Sendable {
    case store(String, seed: Int, size: Int, Durability)
    case remove(String, Durability)
    case removeAll(Durability)
    case replaceMetadata(String)

    func perform(on cache: DiskCache) throws {
        switch self {
        case .store(let key, let seed, let size, let durability):
            try cache.store(.pattern(seed, count: size), forKey: key, durability: durability)
        case .remove(let key, let durability): try cache.remove(forKey: key, durability: durability)
        case .removeAll(let durability): try cache.removeAll(durability: durability)
        case .replaceMetadata(let key): try cache.replaceMetadata(forKey: key, with: ["a": "b"])
        }
    }
}

/// What each key may hold: its last certain value, and the values that came after it.
struct DiskExpectation {
    static let keys = ["a", "b", "c", "d", "e"]
    /// From the last value that must not be lost on; `nil` stands for no entry.
    private var possible: [String: [Data?]]

    init() {
        possible = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, [nil]) })
    }

    /// Notes a step that has been done, so that only its loss with the power may undo it.
    mutating func finish(_ step: DiskStep, isCertain: (Durability) -> Bool) {
        begin(step)
        for (key, _, durability) in effects(of: step) where isCertain(durability) {
            possible[key] = possible[key]?.suffix(1)
        }
    }

    /// Notes a step that may take effect or not.
    mutating func begin(_ step: DiskStep) {
        for (key, value, _) in effects(of: step) { possible[key]?.append(value) }
    }

    private func effects(of step: DiskStep) -> [(String, Data?, Durability)] {
        switch step {
        case .store(let key, let seed, let size, let durability):
            [(key, .pattern(seed, count: size), durability)]
        case .remove(let key, let durability): [(key, nil, durability)]
        case .removeAll(let durability): Self.keys.map { ($0, nil, durability) }
        case .replaceMetadata: []
        }
    }

    /// What is wrong with `cache`, or `nil`.
    func complaint(about cache: DiskCache, mayMiss: Bool = false) throws -> String? {
        for key in Self.keys {
            let found = try cache.data(forKey: key)
            if mayMiss, found == nil { continue }
            guard possible[key]?.contains(found) ?? false else {
                let allowed = possible[key]?.map { $0.map { "\($0.count)" } ?? "nil" } ?? []
                return
                    "\(key) has \(found.map { "\($0.count) bytes" } ?? "nothing"), not \(allowed)"
            }
        }
        return nil
    }
}

extension DiskStep {
    /// A history of every kind of step, in which packs fill and are left.
    static func random(
        _ count: Int, seed: UInt64, synced: Bool = true, longest: Int = 900
    ) -> [DiskStep] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let key = DiskExpectation.keys.randomElement(using: &random) ?? "a"
            let isSynced = synced && Int.random(in: 0..<4, using: &random) == 0
            let durability = isSynced ? Durability.synced : .buffered
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<3: return .remove(key, durability)
            case 3: return .removeAll(durability)
            case 4: return .replaceMetadata(key)
            case 5, 6:
                return .store(
                    key, seed: index, size: Int.random(in: 4100..<6000, using: &random), durability)
            default:
                return .store(
                    key, seed: index, size: Int.random(in: 0..<longest, using: &random), durability)
            }
        }
    }
}

extension DiskCache {
    static let testDirectory = URL(filePath: "/cache")

    /// A small cache on a disk in memory: packs of 16 KiB, files from 4 KiB on.
    static func open(
        on fileSystem: FaultyFileSystem, capacity: ByteCount? = .kibibytes(128),
        lockDeadline: Duration = .seconds(5), time: TimeSource = .system
    ) throws -> DiskCache {
        try DiskCache(
            directory: testDirectory, capacity: capacity, lockDeadline: lockDeadline, time: time,
            fileSystem: fileSystem)
    }
}
