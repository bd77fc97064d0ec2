#if os(Linux)
/// Asks the kernel once a second how short of memory the machine is.
struct MemoryPressureWatch: Sendable {
    private let task: Task<Void, Never>

    init(
        time: TimeSource, files: SystemFiles = .system,
        respond: @escaping @Sendable (MemoryPressure) -> Void
    ) {
        task = Task(priority: .utility) {
            var gauge = MemoryPressureGauge(files: files, now: time.uptime())
            while !Task.isCancelled {
                // A sleep fails only when the task is cancelled.
                guard (try? await time.sleep(.seconds(1))) != nil else { return }
                let pressure = gauge.read(at: time.uptime())
                if pressure > .normal { respond(pressure) }
            }
        }
    }
}

extension MemoryPressureWatch {
    func stop() {
        task.cancel()
    }
}
#endif
