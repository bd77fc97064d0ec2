#if GTK

import CGTK
import LarderImage

// Fading and playing follow the clock of the window's frames, and only while there is something
// that moves.

extension ImageView {
    func startTicking() {
        guard tick == nil, let living else { return }
        tick = gtk_widget_add_tick_callback(
            living,
            { widget, clock, _ in
                let time = gdk_frame_clock_get_frame_time(clock)
                let goesOn = ImageViewClass.withView(of: widget) { $0.move(at: time) }
                return goesOn == true ? 1 : 0
            }, nil, nil)
    }

    func stopTicking() {
        guard let id = tick, let living else { return }
        tick = nil
        gtk_widget_remove_tick_callback(living, id)
    }

    /// Moves on to `time`, in µs. Returns whether there is more to move.
    private func move(at time: Int) -> Bool {
        fade(at: time)
        if let player, !player.isOver, let frame = player.frame(at: .microseconds(time)) {
            layer = .texture(ImageTexture(frame))
            queueDraw()
        }
        let goesOn = fading != nil || player.map { !$0.isOver } ?? false
        if !goesOn { tick = nil }
        return goesOn
    }

    private func fade(at time: Int) {
        guard var fading else { return }
        let start = fading.start ?? time
        fading.start = start
        fading.progress = Duration.microseconds(time - start) / fadeTime
        self.fading = fading.progress < 1 ? fading : nil
        queueDraw()
    }
}

#endif
