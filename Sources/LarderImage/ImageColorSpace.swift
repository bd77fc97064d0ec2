/// What the numbers in a ``Bitmap`` mean as colours.
public enum ImageColorSpace: String, Hashable, Sendable, CaseIterable {
    /// The web's colours, IEC 61966-2-1.
    case sRGB
    /// Apple's wide-gamut display colours: the primaries of DCI-P3, sRGB's white and curve.
    case displayP3
}
