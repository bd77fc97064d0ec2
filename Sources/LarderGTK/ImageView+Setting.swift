#if GTK

import CGTK
import Larder
public import LarderImage
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ImageView {
    /// Sets the picture at `url`; `nil` shows the placeholder.
    ///
    /// - Parameters:
    ///   - steps: What is done to the picture; by default it is decoded to the widget's size.
    ///   - completion: Called exactly once, on the main actor.
    public func setImage(
        at url: URL?, steps: [ImageStep]? = nil, options: ImagePresenter.Options = .init(),
        completion: ImagePresenter.Completion? = nil
    ) {
        let request = url.map {
            ImageRequest($0, steps: steps ?? sizeSteps, priority: .highest)
        }
        setImage(for: request, options: options, completion: completion)
    }

    /// Sets the picture that was stored under `key`.
    public func setImage(
        forKey key: String, steps: [ImageStep]? = nil, options: ImagePresenter.Options = .init(),
        completion: ImagePresenter.Completion? = nil
    ) {
        let request = ImageRequest(key: key, steps: steps ?? sizeSteps, priority: .highest)
        setImage(for: request, options: options, completion: completion)
    }

    /// Sets the picture that `request` asks for, as it asks for it.
    public func setImage(
        for request: ImageRequest?, options: ImagePresenter.Options = .init(),
        completion: ImagePresenter.Completion? = nil
    ) {
        presenter?.set(request, options: options, completion: completion)
    }

    /// Forgets the picture and shows nothing, as when a row is taken for another use.
    public func reuse() { presenter?.reuse() }

    /// What is set; `nil` when nothing is.
    public var request: ImageRequest? { presenter?.request }

    /// What is shown.
    public var shown: ImageContent { content }

    /// What a screen reader says.
    public func setDescription(_ text: String) {
        var property = GTK_ACCESSIBLE_PROPERTY_LABEL
        var value = GValue()
        g_value_init(&value, GType(16 << 2))
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(OpaquePointer(widget), 1, &property, &value)
        g_value_unset(&value)
    }

    /// The steps that decode a picture to the widget's size on its screen.
    public var sizeSteps: [ImageStep] {
        guard width != nil || height != nil else { return [] }
        let scale = Int(gtk_widget_get_scale_factor(widget))
        switch (width, height, fit) {
        case (let width?, let height?, .cover):
            return [.resize(.cover(width: width * scale, height: height * scale))]
        case (let width?, let height?, _):
            return [.fit(width: width * scale, height: height * scale)]
        case (let width?, nil, _): return [.fit(width: width * scale)]
        case (nil, let height?, _): return [.fit(height: height * scale)]
        case (nil, nil, _): return []
        }
    }
}

extension ImageView {
    /// Whether the list that shows the view has it in its visible part.
    func setInView(_ isInView: Bool) {
        guard isInView != self.isInView else { return }
        self.isInView = isInView
        visibilityChanged()
    }

    func mapped(_ isMapped: Bool) {
        self.isMapped = isMapped
        visibilityChanged()
    }

    private func visibilityChanged() {
        if isMapped, isInView {
            presenter?.appear()
            if player != nil { startTicking() }
        } else {
            presenter?.disappear()
            player?.pause()
            stopTicking()
            fading = nil
        }
    }

    /// The widget is gone. Its load ends, its completions are called, its pixels are let go.
    func widgetIsGone() {
        tick = nil
        living = nil
        presenter?.reuse()
        presenter = nil
    }
}

#endif
