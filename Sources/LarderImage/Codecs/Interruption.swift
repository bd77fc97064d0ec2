import Larder

/// Whether decoding is to stop: asked by codecs between rows.
struct Interruption: Sendable {
    private let isCancelled: @Sendable () -> Bool
    private let uptime: @Sendable () -> Duration
    private let deadline: Duration?

    /// Starts the time that `options` allow.
    init(_ options: DecodeOptions) {
        isCancelled = options.isCancelled
        uptime = options.time.uptime
        deadline = options.limits.duration.map { options.time.uptime() + $0 }
    }

    /// Why to stop, or `nil` to go on.
    var reason: (any Error)? {
        if isCancelled() { return CancellationError() }
        guard let deadline, uptime() >= deadline else { return nil }
        return ImageError(.timedOut, "Decoding the picture took longer than its time limit.")
    }
}
