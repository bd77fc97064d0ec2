/// Where a loader's random numbers come from: salts, names and the jitter of retries.
///
/// A test gives its own so that runs repeat.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Makes a source that asks `draw` for each number. It may be called from any thread.
    public init(draw: @escaping @Sendable () -> UInt64) {
        self.draw = draw
    }

    /// The system's own generator. The default.
    public static let system = RandomSource { UInt64.random(in: .min ... .max) }

    /// The next number.
    public func next() -> UInt64 { draw() }
}

extension RandomSource {
    /// A name that no other has.
    func suffix() -> String { String(next(), radix: 36) }
}
