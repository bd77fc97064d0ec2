import Foundation
import Larder
import LarderGTK
import LarderImage

/// A list of captioned pictures in a window.
///
///     Gallery [FOLDER | FILE-OF-URLS] [--delay MILLISECONDS] [--check FOLDER | --fling]
///
/// Without a folder or a list it shows 10,000 pictures that it makes itself, each after a delay
/// and some of them failing. `--check` tests the program in its own window, leaves screenshots in
/// a folder and tells by its exit status how that went; `--fling` measures how it scrolls.
@main
struct Gallery {
    @MainActor private static var window: GalleryWindow?
    @MainActor private static var hasFailed = false

    static func main() {
        do {
            let options = try GalleryOptions(CommandLine.arguments.dropFirst())
            let shelf = try Shelf(options)
            try GLibLoop.run { start(shelf, options.mode) }
        } catch {
            print(error)
            exit(2)
        }
        if MainActor.assumeIsolated({ hasFailed }) { exit(1) }
    }

    @MainActor
    private static func start(_ shelf: Shelf, _ mode: GalleryOptions.Mode) {
        guard mode != .show else {
            window = GalleryWindow(shelf) { GLibLoop.quit() }
            return
        }
        Task {
            switch mode {
            case .show: break
            case .check(let folder): hasFailed = !(await GalleryCheck(shelf, folder).run())
            case .fling: hasFailed = !(await FlingMeasurement(shelf).run())
            }
            GLibLoop.quit()
        }
    }
}
