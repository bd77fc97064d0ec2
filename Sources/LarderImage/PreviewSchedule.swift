/// When a picture that arrives is decoded further, and when it is shown.
///
/// Pieces grow with what is there already, so a picture of `n` bytes is taken in of the order of
/// `log n` pieces and shown as often, whatever the network does.
struct PreviewSchedule {
    /// Less than this is not worth a call, and no picture's header is shorter.
    static let smallestPiece = 2048

    private var taken = 0
    private var shown = 0

    /// Whether `pending` more bytes are enough to decode on.
    func takes(_ pending: Int) -> Bool {
        pending >= max(Self.smallestPiece, taken / 16)
    }

    mutating func took(_ count: Int) { taken += count }

    /// Whether there are enough bytes for a further preview. If so, it is taken to be shown.
    mutating func shows() -> Bool {
        guard taken >= shown + shown / 3 else { return false }
        shown = taken
        return true
    }
}
