/// The size in pixels at which a picture is wanted.
///
/// A picture is never made larger than it is unless ``allowsUpscaling`` says so: then the result
/// is smaller than the size asked for, in the proportions that the mode keeps.
public struct TargetSize: Hashable, Sendable {
    /// How a picture of other proportions meets the box.
    public enum Mode: String, Hashable, Sendable {
        /// The stored size; the box is not looked at.
        case full
        /// As large as fits inside the box, proportions kept.
        case fit
        /// As small as covers the box, proportions kept; what stands over remains.
        case cover
        /// As small as covers the box, then cut to the box around the centre.
        case fill
        /// The box itself, proportions not kept.
        case exact
    }

    /// How the box is met.
    public let mode: Mode
    /// The box's width; `nil` leaves it open.
    public let width: Int?
    /// The box's height; `nil` leaves it open.
    public let height: Int?
    /// Whether a small picture is made larger to meet the box.
    public let allowsUpscaling: Bool

    private init(_ mode: Mode, _ width: Int?, _ height: Int?, _ allowsUpscaling: Bool) {
        self.mode = mode
        self.width = width
        self.height = height
        self.allowsUpscaling = allowsUpscaling
    }
}

extension TargetSize {
    /// Of the sides alone: the mode is a text, which takes longer to hash than all the rest.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(width ?? -1)
        hasher.combine(height ?? -1)
    }
}

extension TargetSize {
    /// The picture's own size.
    public static let full = TargetSize(.full, nil, nil, false)

    /// As large as fits inside the box. A side left out is open.
    public static func fit(
        width: Int? = nil, height: Int? = nil, allowsUpscaling: Bool = false
    ) -> TargetSize {
        TargetSize(.fit, width, height, allowsUpscaling)
    }

    /// As small as covers the box; nothing is cut off.
    public static func cover(
        width: Int, height: Int, allowsUpscaling: Bool = false
    ) -> TargetSize {
        TargetSize(.cover, width, height, allowsUpscaling)
    }

    /// As small as covers the box, cut to it around the centre.
    public static func fill(
        width: Int, height: Int, allowsUpscaling: Bool = false
    ) -> TargetSize {
        TargetSize(.fill, width, height, allowsUpscaling)
    }

    /// The box itself, whatever the picture's proportions.
    public static func exact(
        width: Int, height: Int, allowsUpscaling: Bool = false
    ) -> TargetSize {
        TargetSize(.exact, width, height, allowsUpscaling)
    }
}
