#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything that can change an answer: requests that agree in it may share one.
struct FlightKey: Sendable {
    /// Under what the answer is kept.
    let storageKey: ExactKey<String>
    private let method: HTTPMethod
    private let url: URL
    /// Names in small letters, in order: credentials, conditions, directives and all else.
    private let fields: [HTTPFields.Field]
    private let policy: CachePolicy
    /// Tells requests apart that must not be shared.
    private let serial: UInt64

    /// The key of `request`. `serial` makes it unlike every other; 0 for one that may be shared.
    init(_ request: PreparedRequest, serial: UInt64) {
        storageKey = ExactKey(request.key)
        method = request.method
        url = request.url
        fields = request.fields
            .map { HTTPFields.Field(name: $0.name.asciiLowercased(), value: $0.value) }
            .enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map(\.element)
        policy = request.policy
        self.serial = serial
    }
}

extension FlightKey: Hashable {
    /// Requests under way at once seldom differ in something else.
    func hash(into hasher: inout Hasher) {
        hasher.combine(storageKey)
        hasher.combine(serial)
    }
}
