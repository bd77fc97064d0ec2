/// What of a picture is kept in the loader's cache; decoded pictures are kept in memory in any
/// case.
public enum ImageStorage: String, Hashable, Sendable, CaseIterable {
    /// The bytes as they came. The default: nothing is lost, and every variant can be made anew.
    case original
    /// What the steps made of the picture, encoded. The original is kept only when it is asked
    /// for without steps. For servers that need few sizes of large pictures.
    case variants
    /// The original, and what steps made of it.
    case both
    /// Nothing.
    case none
}

extension ImageStorage {
    /// Whether the bytes that come are kept, for a request with or without steps.
    func keepsOriginal(hasSteps: Bool) -> Bool {
        switch self {
        case .original, .both: true
        case .variants: !hasSteps
        case .none: false
        }
    }

    /// Whether what steps made is kept.
    var keepsVariants: Bool { self == .variants || self == .both }
}
