#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How an older cache named its files.
protocol OlderLayout: Sendable {
    /// The bytes that each of its files begins with; empty for any.
    var signature: [UInt8] { get }

    /// The name of the file for `key`, or `nil` when it had none or it cannot be told. The name
    /// may still be one that no file should have.
    func fileName(forKey key: String) -> String?

    /// Which key each of `names` belongs to, in their order, as far as `keys` and the names
    /// themselves tell.
    func keys(of names: [String], among keys: [String]) -> [OlderKey]

    /// Whether a file of this name belongs to the cache and not to somebody else.
    func owns(_ name: String) -> Bool
}

/// What a file's name tells about its key.
enum OlderKey: Equatable {
    case key(String)
    case unknown(OlderCacheReport.SkipReason)
}

extension OlderLayout {
    var signature: [UInt8] { [] }
    var signatureLength: Int { signature.count }

    func accepts(_ bytes: Data) -> Bool { bytes.starts(with: signature) }
}

/// Files named by their keys.
struct NamedFiles: OlderLayout {
    var signature: [UInt8] = []

    func fileName(forKey key: String) -> String? { owns(key) ? key : nil }

    func keys(of names: [String], among keys: [String]) -> [OlderKey] {
        names.map { owns($0) ? .key($0) : .unknown(.foreign) }
    }

    /// Finder's own notes are in no cache.
    func owns(_ name: String) -> Bool { name != ".DS_Store" && !name.hasPrefix("._") }
}
