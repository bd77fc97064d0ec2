#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Larder

/// What every ``CacheTier`` promises, as checks that any implementation can be put through.
///
/// Run each of ``checks`` against a fresh, empty tier:
///
/// ```swift
/// @Test(arguments: CacheTierContract.checks)
/// func `keeps the contract`(check: CacheTierContract.Check) async throws {
///     try await check.run(on: DictionaryTier())
/// }
/// ```
public enum CacheTierContract {
    /// One promise. Named by what it promises.
    public struct Check: Sendable, CustomStringConvertible {
        /// What is promised.
        public let name: String
        let body: @Sendable (any CacheTier) async throws -> Void

        /// Puts `tier`, which must be empty, to the check.
        ///
        /// - Throws: ``Violation`` when the promise is broken, or what the tier itself throws.
        public func run(on tier: any CacheTier) async throws {
            try await body(tier)
        }

        /// The name.
        public var description: String { name }
    }

    /// A broken promise.
    public struct Violation: Error, CustomStringConvertible {
        /// What was seen instead.
        public let description: String
    }

    /// Every check.
    public static let checks: [Check] =
        storing + metadata + lifetimes + versions + parts
}

extension CacheTierContract {
    static func expect(_ condition: Bool, _ otherwise: String) throws {
        guard condition else { throw Violation(description: otherwise) }
    }

    static func unwrap<Value>(_ value: Value?, _ otherwise: String) throws -> Value {
        guard let value else { throw Violation(description: otherwise) }
        return value
    }

    /// An entry stored now, whose date survives a round trip through any clock's resolution.
    static func entry(
        _ text: String, metadata: [String: String] = [:], expiresIn: Double? = nil
    ) -> Entry {
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        return Entry(
            payload: Data(text.utf8),
            attributes: EntryAttributes(
                metadata: metadata, storedAt: now,
                expiresAt: expiresIn.map { now.addingTimeInterval($0) }))
    }

    static func text(_ tier: any CacheTier, _ key: String) async throws -> String? {
        try await tier.entry(forKey: key).map { String(decoding: $0.payload, as: UTF8.self) }
    }

    static func expectText(
        _ tier: any CacheTier, _ key: String, _ expected: String?, _ otherwise: String
    ) async throws {
        let found = try await text(tier, key)
        try expect(found == expected, "\(otherwise): \(found ?? "nothing") under \"\(key)\"")
    }
}
