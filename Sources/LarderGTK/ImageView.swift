#if GTK

public import CGTK
public import LarderImage
import Synchronization
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A widget that shows a picture from a URL or a key.
///
/// ```swift
/// let view = ImageView(width: 160, height: 120)
/// view.placeholder = .color(ImageColor(red: 230, green: 230, blue: 230))
/// view.setImage(at: url)
/// gtk_box_append(box, view.widget)
/// ```
///
/// It loads while it is on screen; a picture in memory is shown at once. It is drawn from the
/// pixels that the loader has decoded, without a copy. Pictures that move play while they are
/// seen. The rest is as ``ImagePresenter`` says.
///
/// The widget owns the view, so it lives as long as the widget stays in a window or is
/// referenced. A new widget is floating, as GTK says, and belongs to what it is added to.
@MainActor
public final class ImageView {
    /// The widget, to be added to a window.
    ///
    /// - Precondition: The widget was not destroyed.
    public var widget: UnsafeMutablePointer<GtkWidget> {
        guard let living else {
            preconditionFailure("The widget was destroyed; keep it in a window or reference it.")
        }
        return living
    }

    /// What is shown before the picture is there. Nothing by default.
    public var placeholder = Placeholder.none { didSet { redrawChoice() } }
    /// What is shown when the picture cannot be had. ``placeholder`` by default.
    public var failure: Placeholder? { didSet { redrawChoice() } }
    /// How the picture is laid into the widget.
    public var fit = Fit.contain { didSet { queueDraw() } }
    /// How long a picture takes to fade in; not at all for `.zero`. 0.2 s by default.
    public var fadeTime = Duration.milliseconds(200)
    /// The widget's size in GTK's pixels; `nil` means the picture's own.
    public let width: Int?
    /// The widget's size in GTK's pixels; `nil` means the picture's own.
    public let height: Int?

    var living: UnsafeMutablePointer<GtkWidget>?
    var presenter: ImagePresenter?
    var isMapped = false
    var isInView = true
    var content = ImageContent.empty
    var layer = Layer.nothing
    var fading: Fading?
    var player: AnimationPlayer?
    var tick: UInt32?

    /// Makes a widget that shows nothing.
    ///
    /// - Parameters:
    ///   - width: The widget's width; the picture's by default.
    ///   - height: The widget's height; the picture's by default. With both given, no picture
    ///     that comes makes the window lay its widgets out again.
    ///   - loader: Where pictures come from.
    public init(
        width: Int? = nil, height: Int? = nil, loader: ImageLoader = .shared
    ) {
        self.width = width
        self.height = height
        living = ImageViewClass.makeWidget(ownedBy: self)
        presenter = ImagePresenter(loader: loader, isVisible: false) {
            [weak self] content, isAnimated in
            self?.show(content, isAnimated: isAnimated)
        }
    }

    /// Makes a widget that shows the picture at `url`.
    public convenience init(
        at url: URL, width: Int? = nil, height: Int? = nil, loader: ImageLoader = .shared
    ) {
        self.init(width: width, height: height, loader: loader)
        setImage(at: url)
    }
}

extension ImageView {
    /// What stands in for a picture.
    public enum Placeholder: Sendable {
        /// Nothing.
        case none
        /// A colour all over the widget.
        case color(ImageColor)
        /// A picture, laid in as ``ImageView/fit`` says.
        case bitmap(Bitmap)
    }

    /// How a picture is laid into the widget.
    public enum Fit: Sendable {
        /// All of it, in its proportions.
        case contain
        /// The whole widget, in the picture's proportions; what stands over is cut off.
        case cover
        /// The whole widget.
        case fill
    }

    /// Whether a load runs for the view.
    public var isLoading: Bool { presenter?.isLoading ?? false }

    /// Whether a picture that moves plays.
    public var isPlaying: Bool { player != nil && tick != nil }

    /// How many pictures GTK holds pixels of: none once all windows are gone, which tests of a
    /// program can check.
    public nonisolated static var textureCount: Int {
        ImageTexture.counter.load(ordering: .relaxed)
    }
}

#endif
