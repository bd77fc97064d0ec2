extension ImagePresenter {
    private final class Waiting {
        weak var presenter: ImagePresenter?

        init(_ presenter: ImagePresenter) { self.presenter = presenter }
    }

    /// Presenters that failed and wait for the network.
    private static var waiting: [Waiting] = []

    /// Starts the failed loads again of every presenter whose options say so.
    ///
    /// For whoever hears that the network is back; the adapters for GTK and Apple's platforms
    /// do. One that fails again waits for the next call.
    public static func retryFailedLoads() {
        let presenters = waiting.compactMap(\.presenter)
        waiting = []
        for presenter in presenters { presenter.perform(presenter.slot.reconnect()) }
    }

    func waitForNetwork() {
        guard options.retriesWhenConnected else { return }
        Self.waiting.removeAll { $0.presenter == nil || $0.presenter === self }
        Self.waiting.append(Waiting(self))
    }
}
