#if GTK

import CGTK
import LarderImage

// What is seen is told anew at the end of each frame that moves, when GTK has laid the rows out:
// rows that were bound in the same frame had no place before.

extension ImageList {
    /// Frames without a movement after which the list is taken to be at rest.
    private static let restFrames = 10

    func listMoved() {
        stillFrames = 0
        guard clock == nil, let clock = gtk_widget_get_frame_clock(widget) else { return }
        let painted: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
            clock, list in
            let time = gdk_frame_clock_get_frame_time(clock)
            ImageList.with(list) { $0.frame(at: .microseconds(time)) }
        }
        g_object_ref(UnsafeMutableRawPointer(clock))
        handler = connect(
            UnsafeMutableRawPointer(clock), "after-paint",
            unsafeBitCast(painted, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque())
        gdk_frame_clock_begin_updating(clock)
        self.clock = clock
    }

    func listIsHidden() {
        prefetcher?.stop()
        forecast.stop()
        seen = 0..<0
        leaveClock()
    }

    private func leaveClock() {
        guard let clock else { return }
        self.clock = nil
        gdk_frame_clock_end_updating(clock)
        g_signal_handler_disconnect(UnsafeMutableRawPointer(clock), handler)
        g_object_unref(UnsafeMutableRawPointer(clock))
    }

    private func frame(at moment: Duration) {
        stillFrames += 1
        let isAtRest = stillFrames > Self.restFrames
        if isAtRest { forecast.stop() }
        if stillFrames == 1 || isAtRest { look(at: moment) }
        if isAtRest { leaveClock() }
    }

    private func look(at moment: Duration) {
        var first = Int.max
        var last = Int.min
        for row in rows.values {
            guard let position = row.position else { continue }
            let isSeen = row.isSeen(in: widget)
            row.imageView.setInView(isSeen)
            guard isSeen else { continue }
            first = min(first, position)
            last = max(last, position)
        }
        seen = first <= last ? first..<last + 1 : 0..<0
        guard let prefetcher else { return }
        let ahead = forecast.rows(besides: seen, of: count, at: moment)
        prefetcher.move(to: ahead.compactMap { requestAt($0) })
    }
}

#endif
