#if os(Linux)
/// The control group that bounds this process's memory: what a container is, to the kernel.
///
/// Version 2 has one tree of groups for everything; version 1 one tree for each resource. In
/// either, a limit on any group from the root down to ours binds. Seen from inside a container
/// the path may be of the host and lead nowhere; then the root is the container's own group.
struct ControlGroup: Sendable {
    let version: Version
    /// Folders from the process's group up to the root, those that exist.
    let folders: [String]
    let files: SystemFiles

    enum Version: Sendable {
        case one
        case two
    }

    /// The group of this process, or `nil` when the system has none for memory.
    init?(files: SystemFiles) {
        self.files = files
        let lines = (files.read("/proc/self/cgroup") ?? "").split(separator: "\n")
        // Each line is `number:controllers:path`; version 2 has number 0 and no controllers.
        let groups = lines.map {
            $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        }
        let whole = groups.filter { $0.count == 3 }
        if let one = whole.first(where: { $0[1].split(separator: ",").contains("memory") }) {
            version = .one
            folders = Self.folders("/sys/fs/cgroup/memory", one[2])
        } else if let two = whole.first(where: { $0[0] == "0" }) {
            version = .two
            folders = Self.folders("/sys/fs/cgroup", two[2])
        } else {
            return nil
        }
    }

    private static func folders(_ root: String, _ path: Substring) -> [String] {
        var parts = path.split(separator: "/")
        var folders: [String] = []
        while !parts.isEmpty {
            folders.append(root + "/" + parts.joined(separator: "/"))
            parts.removeLast()
        }
        return folders + [root]
    }
}

extension ControlGroup {
    /// The least limit on the way to the root, or `nil` when there is none.
    ///
    /// Version 1 says "none" by a number near the largest that there is.
    var memoryLimit: Int? {
        let name = version == .two ? "memory.max" : "memory.limit_in_bytes"
        return folders.compactMap { files.number("\($0)/\(name)") }.filter { $0 < 1 << 60 }.min()
    }
}
#endif
