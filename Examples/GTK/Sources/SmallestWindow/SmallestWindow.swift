import CGTK
import Foundation
import LarderGTK

/// Shows one picture in a window: `SmallestWindow URL`
@main
struct SmallestWindow {
    static func main() throws {
        guard let url = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else {
            print("usage: SmallestWindow URL")
            return
        }
        try GLibLoop.run {
            let window = gtk_window_new()
            let view = ImageView(at: url, width: 640, height: 480)
            gtk_window_set_child(
                UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self),
                view.widget)
            let closed: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, _ in
                GLibLoop.onMain { GLibLoop.quit() }
                return 0
            }
            g_signal_connect_data(
                window, "close-request", unsafeBitCast(closed, to: GCallback.self), nil, nil,
                GConnectFlags(rawValue: 0))
            gtk_widget_show(window)
        }
    }
}
