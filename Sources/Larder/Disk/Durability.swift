/// What a store or removal survives once its call has returned.
public enum Durability: Sendable, Hashable {
    /// The death of the process at any instant. A loss of power may undo it. The default.
    case buffered
    /// A loss of power too. Costs at least one flush of the disk.
    case synced
}
