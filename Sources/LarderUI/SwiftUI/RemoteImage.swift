#if canImport(SwiftUI)

public import Foundation
import Larder
public import LarderImage
public import SwiftUI

/// A view that shows a picture from a URL or a key.
///
/// ```swift
/// let picture = RemoteImage(url, label: "A kingfisher")
/// let avatar = RemoteImage(url, steps: [.fit(width: 96), .circle]) { phase in
///     if let image = phase.image { image } else { Color.gray }
/// }
/// ```
///
/// A picture in memory is there in the first frame. It loads while the view is on screen.
/// Pictures that move play while they are seen. Compiled against stubs, not run on a device.
public struct RemoteImage<Content: View>: View {
    private let request: ImageRequest?
    private let options: ImagePresenter.Options
    private let loader: ImageLoader
    private let label: String?
    private let transition: Animation?
    private let content: (RemoteImagePhase) -> Content
    @State private var model = RemoteImageModel()

    /// Makes a view of what `content` makes of each phase.
    ///
    /// - Parameters:
    ///   - label: What a screen reader says; without one the picture is taken for decoration.
    ///   - transition: How a picture that was loaded takes the placeholder's place.
    public init(
        request: ImageRequest?, label: String? = nil, options: ImagePresenter.Options = .init(),
        transition: Animation? = .easeIn, loader: ImageLoader = .shared,
        @ViewBuilder content: @escaping (RemoteImagePhase) -> Content
    ) {
        self.request = request
        self.label = label
        self.options = options
        self.transition = transition
        self.loader = loader
        self.content = content
    }

    /// Makes a view of the picture at `url`; what `content` makes of each phase is shown.
    public init(
        _ url: URL?, steps: [ImageStep] = [], label: String? = nil,
        options: ImagePresenter.Options = .init(), transition: Animation? = .easeIn,
        loader: ImageLoader = .shared,
        @ViewBuilder content: @escaping (RemoteImagePhase) -> Content
    ) {
        self.init(
            request: url.map { ImageRequest($0, steps: steps, priority: .high) }, label: label,
            options: options, transition: transition, loader: loader, content: content)
    }

    /// What is shown in the phase of the moment.
    public var body: some View {
        let model = model
        let phase = RemoteImagePhase(
            model.content(of: request, loader), frame: model.frame, error: model.error,
            label: label)
        return content(phase)
            .animation(model.isAnimated ? transition : nil, value: phase.step)
            .onAppear {
                model.set(request, loader, options)
                model.appear()
            }
            .onChange(of: request) { model.set(request, loader, options) }
            .onDisappear { model.disappear() }
    }
}

extension RemoteImage {
    /// Makes a view that shows `image`'s view of the picture, and `placeholder` until it is
    /// there or when it cannot be had.
    public init<Picture: View, Placeholder: View>(
        _ url: URL?, steps: [ImageStep] = [], label: String? = nil,
        options: ImagePresenter.Options = .init(), transition: Animation? = .easeIn,
        loader: ImageLoader = .shared, @ViewBuilder image: @escaping (Image) -> Picture,
        @ViewBuilder placeholder: @escaping () -> Placeholder
    ) where Content == _ConditionalContent<Picture, Placeholder> {
        self.init(
            url, steps: steps, label: label, options: options, transition: transition,
            loader: loader
        ) { phase in
            if let picture = phase.image { image(picture) } else { placeholder() }
        }
    }

    /// Makes a view of the picture alone.
    public init(
        _ url: URL?, steps: [ImageStep] = [], label: String? = nil,
        options: ImagePresenter.Options = .init(), transition: Animation? = .easeIn,
        loader: ImageLoader = .shared
    ) where Content == _ConditionalContent<Image, Color> {
        self.init(
            url, steps: steps, label: label, options: options, transition: transition,
            loader: loader
        ) { phase in
            if let image = phase.image { image.resizable() } else { Color.clear }
        }
    }
}

#endif
