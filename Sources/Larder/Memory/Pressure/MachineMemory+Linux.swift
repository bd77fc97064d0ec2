#if os(Linux)
extension MachineMemory {
    /// The memory that a container leaves its processes, or `nil` outside one.
    static var containerLimit: Int? { ControlGroup(files: .system)?.memoryLimit }
}
#endif
