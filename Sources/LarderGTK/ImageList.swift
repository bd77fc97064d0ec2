#if GTK

public import CGTK
public import LarderImage

/// A list of rows with pictures, of any length, that scrolls.
///
/// ```swift
/// let list = ImageList(count: urls.count) {
///     let view = ImageView(width: 160, height: 120)
///     return ImageRow(imageView: view, widget: view.widget)
/// } request: { position in
///     ImageRequest(urls[position], steps: [.fit(width: 160, height: 120)])
/// }
/// gtk_window_set_child(window, list.widget)
/// ```
///
/// GTK makes many more rows than are seen, and binds them ahead. A row's load starts when the
/// row is seen and ends when it is seen no more or shows another place. Pictures ahead of the
/// movement are prefetched as ``ScrollForecast`` says. Rows that are seen load at the highest
/// priority, prefetches at a low one.
///
/// The widget owns the list, as it owns an ``ImageView``.
@MainActor
public final class ImageList {
    /// Makes a row that shows nothing yet.
    public typealias MakeRow = @MainActor () -> ImageRow
    /// Says which picture belongs to a place; `nil` for none.
    public typealias RequestAt = @MainActor (_ position: Int) -> ImageRequest?
    /// Puts what belongs to a place into a row, besides the picture.
    public typealias Bind = @MainActor (_ row: ImageRow, _ position: Int) -> Void

    /// The widget, to be added to a window: it scrolls and holds the list.
    public let widget: UnsafeMutablePointer<GtkWidget>
    /// GTK's list inside ``widget``.
    public let listView: UnsafeMutablePointer<GtkWidget>
    /// How many places the list has.
    public let count: Int
    /// What loads ahead; `nil` for nothing.
    public let prefetcher: ImagePrefetcher?
    /// Told which place was chosen, by a double click or the Enter key.
    public var onActivate: (@MainActor (_ position: Int) -> Void)?

    let makeRow: MakeRow
    let requestAt: RequestAt
    let bindRow: Bind
    var rows: [OpaquePointer: ImageRow] = [:]
    var forecast: ScrollForecast
    /// The clock of the window's frames, while the list follows it.
    var clock: OpaquePointer?
    var handler: gulong = 0
    /// Frames since the list moved last.
    var stillFrames = 0
    var seen = 0..<0

    /// Makes a list of `count` places.
    ///
    /// - Parameters:
    ///   - prefetcher: What loads ahead; it should use the same loader as the rows do.
    ///   - forecast: What is prefetched.
    ///   - row: Makes a row.
    ///   - request: Says which picture belongs to a place.
    ///   - bind: Puts what else belongs to a place into its row.
    public init(
        count: Int, prefetcher: ImagePrefetcher? = ImagePrefetcher(),
        forecast: ScrollForecast = ScrollForecast(), row: @escaping MakeRow,
        request: @escaping RequestAt, bind: @escaping Bind = { _, _ in }
    ) {
        self.count = count
        self.prefetcher = prefetcher
        self.forecast = forecast
        makeRow = row
        requestAt = request
        bindRow = bind
        let factory = gtk_signal_list_item_factory_new()
        let items = gtk_string_list_new(nil)
        for _ in 0..<count { gtk_string_list_append(items, "") }
        let selection = gtk_single_selection_new(items)
        listView = gtk_list_view_new(selection, factory)
        widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(
            OpaquePointer(widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(OpaquePointer(widget), listView)
        connectAll(to: factory)
    }
}

extension ImageList {
    /// The rows that are seen, from top to bottom.
    public var visibleRows: [ImageRow] {
        rows.values
            .filter { row in row.position.map { seen.contains($0) } ?? false }
            .sorted { ($0.position ?? 0) < ($1.position ?? 0) }
    }

    /// How many loads run for the list: those of rows, and prefetches.
    public var loadCount: Int {
        rows.values.count { $0.imageView.isLoading } + (prefetcher?.loadCount ?? 0)
    }

    /// Where the list stands, in GTK's pixels from its start.
    public var offset: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// How far the list can be scrolled.
    public var largestOffset: Double {
        gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
        gtk_scrolled_window_get_vadjustment(OpaquePointer(widget))
    }
}

#endif
