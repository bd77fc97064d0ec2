/// What is fed with hostile bytes. It must neither trap, nor hang, nor take memory without limit;
/// what else must hold is a `precondition` in its body.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    static let all = [disk, http] + codings + pictures

    /// The one that the first argument names. Read before libFuzzer sees the arguments.
    static let chosen = all.first { $0.name == CommandLine.arguments.dropFirst().first }
}
