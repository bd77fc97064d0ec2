/// One thing that is done to a picture after it was decoded.
///
/// Steps are values. Two are equal if they do the same, and ``identity`` names what a step does
/// in a form that stays the same between runs and versions, so pictures made by steps can be
/// found again in memory and on disk. They are applied in order, each to the outcome of the one
/// before. Lengths are in pixels of the picture as it is when the step's turn comes.
///
/// A first step that sets the size costs nothing: the picture is decoded straight to it.
public struct ImageStep: Hashable, Sendable {
    let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }
}

extension ImageStep {
    /// What a step does.
    enum Kind: Hashable, Sendable {
        case resize(TargetSize)
        case fill(covering: TargetSize, anchor: ImageAnchor)
        case crop(PixelSize, anchor: ImageAnchor)
        case cut(x: Int, y: Int, size: PixelSize)
        case pad(PixelSize, anchor: ImageAnchor, color: ImageColor)
        case rotate(QuarterTurns)
        case flip(FlipAxis)
        case round(radius: Double, corners: Corners)
        case circle
        case border(width: Int, color: ImageColor, radius: Double)
        case blur(Double)
        case tint(ImageColor)
        case grayscale
        case custom(CustomStep)
    }

    /// A step of the user's own. What it does is known by its identity alone.
    struct CustomStep: Sendable, Hashable {
        let identity: String
        let apply: @Sendable (Bitmap) throws -> Bitmap

        static func == (lhs: CustomStep, rhs: CustomStep) -> Bool { lhs.identity == rhs.identity }

        func hash(into hasher: inout Hasher) { hasher.combine(identity) }
    }
}

extension ImageStep {
    /// How far a picture is turned.
    public enum QuarterTurns: Int, Hashable, Sendable, CaseIterable {
        /// By 90° clockwise.
        case clockwise = 1
        /// By 180°.
        case half = 2
        /// By 90° anticlockwise.
        case anticlockwise = 3
    }

    /// How a picture is mirrored.
    public enum FlipAxis: String, Hashable, Sendable, CaseIterable {
        /// Left becomes right.
        case horizontal
        /// Top becomes bottom.
        case vertical
    }

    /// Some of a picture's four corners.
    public struct Corners: OptionSet, Hashable, Sendable {
        /// One bit for each corner.
        public let rawValue: UInt8

        /// Makes a set of its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The upper left corner.
        public static let topLeft = Corners(rawValue: 1)
        /// The upper right corner.
        public static let topRight = Corners(rawValue: 2)
        /// The lower left corner.
        public static let bottomLeft = Corners(rawValue: 4)
        /// The lower right corner.
        public static let bottomRight = Corners(rawValue: 8)
        /// All four.
        public static let all = Corners(rawValue: 15)
    }
}
