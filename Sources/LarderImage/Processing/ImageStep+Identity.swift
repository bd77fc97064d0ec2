extension ImageStep {
    /// What the step does, in a form that stays the same between runs and versions.
    public var identity: String {
        switch kind {
        case .resize(let target): target.identity
        case .fill(let cover, let anchor): "fill(\(cover.identity),\(anchor.identity))"
        case .crop(let size, let anchor): "crop(\(size.identity),\(anchor.identity))"
        case .cut(let x, let y, let size): "cut(\(x),\(y),\(size.identity))"
        case .pad(let size, let anchor, let color):
            "pad(\(size.identity),\(anchor.identity),\(color))"
        case .rotate(let turns): "rotate(\(turns.rawValue))"
        case .flip(let axis): "flip(\(axis.rawValue))"
        case .round(let radius, let corners): "round(\(radius),\(corners.rawValue))"
        case .circle: "circle"
        case .border(let width, let color, let radius): "border(\(width),\(color),\(radius))"
        case .blur(let radius): "blur(\(radius))"
        case .tint(let color): "tint(\(color))"
        case .grayscale: "grayscale"
        // The length in front keeps a text with brackets and bars in it apart from other steps.
        case .custom(let step): "custom(\(step.identity.utf8.count):\(step.identity))"
        }
    }
}

extension ImageStep: CustomStringConvertible {
    /// The step's identity.
    public var description: String { identity }
}

extension [ImageStep] {
    /// What the steps do in their order. Different rows of steps have different identities.
    public var identity: String { map(\.identity).joined(separator: "|") }
}

extension TargetSize {
    var identity: String {
        func text(_ side: Int?) -> String { side.map(String.init) ?? "-" }
        return "\(mode.rawValue)(\(text(width))x\(text(height))\(allowsUpscaling ? ",up" : ""))"
    }
}

extension PixelSize {
    fileprivate var identity: String { "\(width)x\(height)" }
}

extension ImageAnchor {
    fileprivate var identity: String { "\(x):\(y)" }
}
