#if canImport(UIKit) && !os(watchOS)

import Foundation
import Larder
public import LarderImage
import UIKit

extension ImageLoader {
    /// Gives memory back when the system asks for it, and when the app goes to the background.
    ///
    /// A memory warning takes all decoded pictures but those on screen; in the background a
    /// quarter of the bytes stays. Call it once for each loader, at start; it holds the loader
    /// weakly. Compiled against stubs, not run on a device.
    @MainActor
    public func followAppLife() {
        let center = NotificationCenter.default
        _ = center.addObserver(
            forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: .main
        ) { [weak self] _ in
            self?.trimMemory(to: .zero)
        }
        _ = center.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
        ) { [weak self] _ in
            guard let self else { return }
            trimMemory(to: .bytes(memoryStatistics.bytes.bytes / 4))
        }
    }
}

#endif
