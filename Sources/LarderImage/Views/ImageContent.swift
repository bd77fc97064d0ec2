/// What a view shows for a picture.
public enum ImageContent: Sendable {
    /// Nothing.
    case empty
    /// The placeholder of the caller's choice.
    case placeholder
    /// A blurred likeness of the picture that is on its way, a few pixels large.
    case likeness(Bitmap)
    /// The picture as far as it has come.
    case preview(LoadedImage)
    /// The picture.
    case picture(LoadedImage)
    /// The picture of the caller's choice for a failure, or else the placeholder.
    case failure
}

extension ImageContent {
    /// The pixels, for what is not of the caller's own choice.
    public var bitmap: Bitmap? {
        switch self {
        case .likeness(let bitmap): bitmap
        case .preview(let image), .picture(let image): image.bitmap
        case .empty, .placeholder, .failure: nil
        }
    }

    /// The frames, if the picture is there and moves.
    public var animation: AnimatedImage? {
        if case .picture(let image) = self { image.animation } else { nil }
    }

    init(_ content: ImageSlot<ImageRequest, LoadedImage, Bitmap>.Content) {
        self =
            switch content {
            case .empty: .empty
            case .placeholder: .placeholder
            case .likeness(let bitmap): .likeness(bitmap)
            case .preview(let image): .preview(image)
            case .picture(let image): .picture(image)
            case .failure: .failure
            }
    }
}
