#if canImport(SwiftUI)

import LarderImage
public import SwiftUI

/// What a ``RemoteImage`` shows.
public enum RemoteImagePhase {
    /// Nothing yet.
    case empty
    /// A blurred likeness of the picture that is on its way.
    case likeness(Image)
    /// The picture as far as it has come.
    case preview(Image)
    /// The picture.
    case success(Image)
    /// The picture cannot be had.
    case failure(any Error)
}

extension RemoteImagePhase {
    /// What can be shown of the picture, if anything.
    public var image: Image? {
        switch self {
        case .likeness(let image), .preview(let image), .success(let image): image
        case .empty, .failure: nil
        }
    }

    /// Which phase it is, for an animation between phases.
    var step: Int {
        switch self {
        case .empty: 0
        case .likeness: 1
        case .preview: 2
        case .success: 3
        case .failure: 4
        }
    }

    @MainActor
    init(_ content: ImageContent, frame: Bitmap?, error: (any Error)?, label: String?) {
        func image(_ bitmap: Bitmap) -> Image? {
            guard let image = bitmap.cgImage else { return nil }
            guard let label else { return Image(decorative: image, scale: 1) }
            return Image(image, scale: 1, label: Text(label))
        }
        let shown = (frame ?? content.bitmap).flatMap(image)
        switch (content, shown) {
        case (.likeness, let shown?): self = .likeness(shown)
        case (.preview, let shown?): self = .preview(shown)
        case (.picture, let shown?): self = .success(shown)
        case (.failure, _): self = error.map { .failure($0) } ?? .empty
        default: self = .empty
        }
    }
}

#endif
