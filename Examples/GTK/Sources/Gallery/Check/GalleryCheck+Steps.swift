import CGTK
import Foundation
import LarderGTK
import LarderImage

extension GalleryCheck {
    /// A picture that moves plays while it is seen and not after.
    func checkMoving() async {
        let list = window.list
        let moving = list.visibleRows.first { row in
            row.position.map { DemoPicture(index: $0).kind == .moving } ?? false
        }
        guard let moving else {
            expect(false, "a picture that moves is in view")
            return
        }
        expect(moving.imageView.isPlaying, "a picture that moves plays")
        list.offset += 2000
        expect(await frames.wait { !moving.imageView.isPlaying }, "it pauses out of view")
    }

    /// Scrolls past thousands of rows: what leaves is cancelled, what stays is right.
    func checkFling() async throws {
        let list = window.list
        let before = shelf.origin.counts
        var most = 0
        var mostSeen = 0
        for step in 1...300 {
            list.offset = list.largestOffset * Fling.place(at: Double(step) / 300) * 0.9
            await frames.next()
            most = max(most, list.loadCount)
            mostSeen = max(mostSeen, list.visibleRows.count)
        }
        let rows = list.visibleRows.first?.position ?? 0
        expect(rows > 8000, "a fling passes \(rows) rows")
        let bound = mostSeen + 1 + 4
        expect(most <= bound, "at most \(most) loads ran at once; \(bound) rows are seen or near")
        try await checkList("after a fling", screenshot: "fling.png")
        let counts = shelf.origin.counts
        expect(
            counts.cancelled > before.cancelled,
            "\(counts.started - before.started) loads began and \(counts.cancelled - before.cancelled) "
                + "of them were cancelled or failed")
    }

    /// Pictures that were seen before and are no more in memory come after their likeness.
    func checkLikenesses() async throws {
        let list = window.list
        list.offset = 0
        expect(
            await frames.wait {
                list.visibleRows.first?.position == 0 && list.visibleRows.allSatisfy(\.isShown)
            },
            "the first rows come again")
        list.offset = list.largestOffset
        _ = await frames.wait { (list.visibleRows.last?.position ?? 0) > 9000 }
        await shelf.images.idle()
        shelf.images.trimMemory(to: .zero)
        shelf.dropBytes()
        list.offset = 0
        let sawLikeness = await frames.wait {
            list.visibleRows.contains { row in
                if case .likeness = row.imageView.shown { true } else { false }
            }
        }
        expect(sawLikeness, "a likeness comes before the picture")
        if let shot = Screenshot(of: window.widget) {
            try shot.write(to: folder.appending(path: "likeness.png"))
        }
        try await checkList("after likenesses", screenshot: "again.png")
    }

    /// A picture in large, by the keys.
    func checkLarge() async throws {
        window.showInLarge(0)
        expect(window.press(GDK_KEY_Right) && window.shownInLarge == 1, "Right goes to the next")
        expect(await frames.wait { self.isLarge(1) }, "a picture is shown in large")
        for _ in 0..<20 { await frames.next() }
        if let shot = Screenshot(of: window.widget) {
            try shot.write(to: folder.appending(path: "large.png"))
            var bounds = graphene_rect_t()
            let child = gtk_window_get_child(window.widget.cast())
            _ = gtk_widget_compute_bounds(window.detail.widget, child, &bounds)
            let middle = shot[
                Int(bounds.origin.x + bounds.size.width / 2),
                Int(bounds.origin.y + bounds.size.height / 2)]
            expect(middle.isLike(DemoPicture(index: 1).color), "it is drawn in its own colour")
        }
        expect(window.press(GDK_KEY_Escape) && window.shownInLarge == nil, "Escape goes back")
        expect(!window.press(GDK_KEY_Escape), "and then leaves keys to the list")
    }

    private func isLarge(_ position: Int) -> Bool {
        if case .picture(let image) = window.detail.shown { return image.width == 320 }
        return false
    }

    /// After the window nothing is left: no load, no texture, no thread that works.
    func checkClosing() async {
        window.list.offset += 20_000
        await frames.next()
        window.close()
        await window.list.prefetcher?.idle()
        await shelf.images.idle()
        expect(shelf.origin.counts.inFlight == 0, "no load is left")
        expect(window.list.prefetcher?.loadCount == 0, "no prefetch is left")
        for _ in 0..<200 where ImageView.textureCount > 0 { await Task.yield() }
        expect(ImageView.textureCount == 0, "no texture is left (\(ImageView.textureCount))")
        let start = processorTime()
        try? await Task.sleep(for: .milliseconds(500))
        let used = processorTime() - start
        expect(used < .milliseconds(50), "no thread works: \(used) in half a second")
    }

    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
