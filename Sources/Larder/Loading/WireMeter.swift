import Synchronization

/// Adds up what the exchanges of one flight brought over the network: failed attempts, the one that
/// was answered, and those that resumed it.
final class WireMeter: Sendable {
    private let meters = Mutex<[@Sendable () -> Int]>([])
}

extension WireMeter {
    func add(_ meter: @escaping @Sendable () -> Int) { meters.withLock { $0.append(meter) } }

    var count: Int { meters.withLock { $0 }.reduce(0) { $0 + $1() } }
}
