/// One value of the engine's protocol, in version 2 or 3.
enum RESPValue: Sendable, Equatable {
    /// A short text: `OK`.
    case simple(String)
    /// A refusal; its first word is the kind: `OOM`, `LOADING`.
    case error(String)
    case integer(Int64)
    case bulk([UInt8])
    case null
    case boolean(Bool)
    /// A double or a number beyond 64 bits, as its text.
    case number(String)
    /// A list or a set; of a map, its keys and values in turn.
    case array([RESPValue])
    /// What the server says without being asked.
    case push([RESPValue])
}

extension RESPValue {
    var bytes: [UInt8]? {
        if case .bulk(let bytes) = self { bytes } else { nil }
    }

    var refusal: String? {
        if case .error(let text) = self { text } else { nil }
    }
}
