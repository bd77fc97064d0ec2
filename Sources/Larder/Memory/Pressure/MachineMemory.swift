/// What the system allows this process to have.
enum MachineMemory {}

#if !os(Linux)
extension MachineMemory {
    /// The memory that a container leaves its processes. There are no containers here.
    static var containerLimit: Int? { nil }
}
#endif
