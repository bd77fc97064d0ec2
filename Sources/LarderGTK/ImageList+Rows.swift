#if GTK

import CGTK
import Larder
import LarderImage

// What GTK tells the list.

extension ImageList {
    private typealias ItemSignal =
        @convention(c) (gpointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private typealias PlainSignal =
        @convention(c) (gpointer?, UnsafeMutableRawPointer?) -> Void
    private typealias PlaceSignal =
        @convention(c) (gpointer?, guint, UnsafeMutableRawPointer?) -> Void

    func connectAll(to factory: OpaquePointer?) {
        let owner = Unmanaged.passRetained(self).toOpaque()
        g_object_set_data_full(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), "larder-list",
            owner, { owner in owner.map { Unmanaged<ImageList>.fromOpaque($0).release() } })
        let setUp: ItemSignal = { _, item, list in ImageList.with(list, item) { $0.setUp($1) } }
        let bind: ItemSignal = { _, item, list in ImageList.with(list, item) { $0.bind($1) } }
        let unbind: ItemSignal = { _, item, list in ImageList.with(list, item) { $0.unbind($1) } }
        let tearDown: ItemSignal = { _, item, list in
            ImageList.with(list, item) { list, item in list.rows[item] = nil }
        }
        for (name, signal) in [
            ("setup", setUp), ("bind", bind), ("unbind", unbind), ("teardown", tearDown),
        ] {
            connect(
                factory.map { UnsafeMutableRawPointer($0) }, name,
                unsafeBitCast(signal, to: GCallback.self), owner)
        }
        connectMoves(owner)
    }

    private func connectMoves(_ owner: UnsafeMutableRawPointer) {
        let moved: PlainSignal = { _, list in ImageList.with(list) { $0.listMoved() } }
        let hidden: PlainSignal = { _, list in ImageList.with(list) { $0.listIsHidden() } }
        let activated: PlaceSignal = { _, position, list in
            ImageList.with(list) { $0.onActivate?(Int(position)) }
        }
        for name in ["value-changed", "changed"] {
            connect(adjustment, name, unsafeBitCast(moved, to: GCallback.self), owner)
        }
        connect(widget, "map", unsafeBitCast(moved, to: GCallback.self), owner)
        connect(widget, "unmap", unsafeBitCast(hidden, to: GCallback.self), owner)
        connect(listView, "activate", unsafeBitCast(activated, to: GCallback.self), owner)
    }

    /// Calls `body` on the main actor: GTK calls back on the thread of its loop.
    static func with(
        _ list: UnsafeMutableRawPointer?, _ body: @MainActor (ImageList) -> Void
    ) {
        guard let list else { return }
        let bits = Int(bitPattern: list)
        GLibLoop.onMain {
            guard let list = UnsafeRawPointer(bitPattern: bits) else { return }
            body(Unmanaged<ImageList>.fromOpaque(list).takeUnretainedValue())
        }
    }

    private static func with(
        _ list: UnsafeMutableRawPointer?, _ item: OpaquePointer?,
        _ body: @MainActor (ImageList, OpaquePointer) -> Void
    ) {
        let bits = Int(bitPattern: item)
        with(list) { list in
            if let item = OpaquePointer(bitPattern: bits) { body(list, item) }
        }
    }
}

extension ImageList {
    private func setUp(_ item: OpaquePointer) {
        let row = makeRow()
        row.imageView.setInView(false)
        rows[item] = row
        gtk_list_item_set_child(item, row.widget)
    }

    private func bind(_ item: OpaquePointer) {
        guard let row = rows[item] else { return }
        let position = Int(gtk_list_item_get_position(item))
        row.position = position
        row.imageView.setImage(for: request(at: position))
        bindRow(row, position)
        listMoved()
    }

    private func unbind(_ item: OpaquePointer) {
        guard let row = rows[item] else { return }
        row.imageView.setInView(false)
        row.imageView.reuse()
        row.position = nil
    }

    private func request(at position: Int) -> ImageRequest? {
        var request = requestAt(position)
        request?.priority = .highest
        return request
    }
}

#endif
