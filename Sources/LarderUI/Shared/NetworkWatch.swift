#if canImport(Network)

import Dispatch
public import LarderImage
import Network

extension ImagePresenter {
    private static let monitor = NWPathMonitor()
    private static var isWatching = false

    /// Starts failed loads again when the network is back, where their options say so. Call it
    /// once, at the program's start; later calls do nothing.
    public static func watchNetwork() {
        guard !isWatching else { return }
        isWatching = true
        monitor.pathUpdateHandler = { path in
            guard path.status == .satisfied else { return }
            Task { @MainActor in ImagePresenter.retryFailedLoads() }
        }
        monitor.start(queue: .main)
    }
}

#endif
