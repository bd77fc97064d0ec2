import LarderTesting

extension ChildProcess {
    /// Whether the helper is there, which is built beside the tests.
    static var hasDiskChild: Bool { built("DiskChild") != nil }

    /// The helper at some `work`.
    convenience init(_ work: String, _ directory: String, _ name: String, seed: UInt64) throws {
        try self.init(
            Self.built("DiskChild") ?? "DiskChild", [work, directory, name, "\(seed)"])
    }
}
