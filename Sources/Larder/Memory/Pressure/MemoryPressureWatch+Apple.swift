#if canImport(Darwin)
import Dispatch

/// Hears the system's notices of memory pressure.
struct MemoryPressureWatch: Sendable {
    private let source: any DispatchSourceMemoryPressure

    init(time: TimeSource, respond: @escaping @Sendable (MemoryPressure) -> Void) {
        let source = DispatchSource.makeMemoryPressureSource(
            eventMask: [.warning, .critical], queue: DispatchQueue(label: "larder.memory-pressure"))
        source.setEventHandler { [weak source] in
            guard let event = source?.data else { return }
            respond(event.contains(.critical) ? .critical : .warning)
        }
        source.activate()
        self.source = source
    }
}

extension MemoryPressureWatch {
    func stop() {
        source.cancel()
    }
}
#endif
