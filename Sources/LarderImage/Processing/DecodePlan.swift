/// What of a row of steps the decoder does itself, and what is left to do.
///
/// Decoding to the size wanted costs a fraction of decoding all and resizing then, so a first
/// step that sets the size becomes the decoder's target.
struct DecodePlan: Hashable {
    /// The size to decode to.
    let target: TargetSize
    /// The steps to be done afterwards.
    let rest: [ImageStep]

    init(_ steps: [ImageStep]) {
        switch steps.first?.kind {
        case .resize(let target):
            self.target = target
            rest = Array(steps.dropFirst())
        case .fill(let cover, let anchor):
            target = cover
            rest = [ImageStep(.crop(cover.box, anchor: anchor))] + steps.dropFirst()
        default:
            target = .full
            rest = steps
        }
    }
}

extension DecodePlan {
    /// The steps that the decoder does: what is left to do is done to their outcome.
    var base: [ImageStep] { target == .full ? [] : [.resize(target)] }
}
