// The names are those of Apple's documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Synchronization

/// Keeps what is emitted, for tests to read.
public struct OSSignposter: Sendable {
    private static let lines = Mutex<[String: [String]]>([:])
    private static let numbers = Atomic<UInt64>(1)
    private let subsystem: String

    public init(subsystem: String, category: String) { self.subsystem = subsystem }

    public func makeSignpostID() -> OSSignpostID {
        OSSignpostID(Self.numbers.add(1, ordering: .relaxed).newValue)
    }

    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
    ) -> OSSignpostIntervalState {
        write("begin \(name) \(message.text)")
        return OSSignpostIntervalState(id)
    }

    public func endInterval(
        _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
    ) {
        write("end \(name) \(message.text)")
    }

    public func emitEvent(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
    ) {
        write("event \(name) \(message.text)")
    }

    private func write(_ line: String) {
        Self.lines.withLock { $0[subsystem, default: []].append(line) }
    }

    /// What was emitted for `subsystem`, in order.
    public static func emitted(for subsystem: String) -> [String] {
        lines.withLock { $0[subsystem] ?? [] }
    }
}

public struct OSSignpostID: Sendable, Equatable {
    public let rawValue: UInt64
    public init(_ value: UInt64) { rawValue = value }
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
}

public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID
    init(_ id: OSSignpostID) { self.id = id }
}

public typealias SignpostMetadata = OSLogMessage

public struct OSLogMessage: ExpressibleByStringInterpolation {
    let text: String
    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Takes what Apple's takes and this library uses: strings and integers, each as a closure.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var text = ""
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(_ string: @autoclosure @escaping () -> String) {
        text += string()
    }
    public mutating func appendInterpolation<Number: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> Number
    ) {
        text += String(number())
    }
}
