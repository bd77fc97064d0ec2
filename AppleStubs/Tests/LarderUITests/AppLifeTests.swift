import Foundation
import Larder
import LarderImage
import LarderUI
import Testing
import UIKit

/// What the system tells an app. Not on the main actor: whoever posts waits until the main queue
/// has heard.
struct AppLifeTests {
    private let scene = UIScene()

    private func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: nil)
    }

    @Test func `the background leaves a quarter of the pictures, a memory warning none`()
        async throws
    {
        let other = UIScene()
        await scene.images.followAppLife()
        for width in 40..<48 {
            try await scene.warm("\(width)")
            try await other.warm("\(width)")
        }
        for loader in [scene.images, other.images] { await loader.idle() }
        let before = scene.images.memoryStatistics.bytes.bytes
        let beside = other.images.memoryStatistics.bytes
        post(UIApplication.didEnterBackgroundNotification)
        let left = scene.images.memoryStatistics.bytes.bytes
        #expect(left > 0 && left <= before / 4)
        post(UIApplication.didReceiveMemoryWarningNotification)
        #expect(scene.images.memoryStatistics.bytes == .zero)
        #expect(other.images.memoryStatistics.bytes == beside, "it follows no app")
    }

    @Test func `a loader that follows is not kept by that`() async {
        weak var loader: ImageLoader?
        do {
            let images = UIScene().images
            await images.followAppLife()
            loader = images
        }
        #expect(loader == nil)
        post(UIApplication.didReceiveMemoryWarningNotification)
    }
}
