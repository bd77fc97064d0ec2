#if os(Linux)
import Testing

@testable import Larder

@Suite struct `A control group` {
    @Test(
        arguments: [
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "1000\n"], 1000),
            (
                [
                    "/proc/self/cgroup": "0::/app/web\n",
                    "/sys/fs/cgroup/app/web/memory.max": "max\n",
                    "/sys/fs/cgroup/app/memory.max": "700\n", "/sys/fs/cgroup/memory.max": "900\n",
                ], 700
            ),
            (["/proc/self/cgroup": "0::/gone\n", "/sys/fs/cgroup/memory.max": "500"], 500),
            (
                [
                    "/proc/self/cgroup": "5:cpu:/x\n4:memory,hugetlb:/docker/1\n0::/\n",
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "300\n",
                ], 300
            ),
            (
                [
                    "/proc/self/cgroup": "4:memory:/\n",
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
                ], nil
            ),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "max\n"], nil),
            (["/proc/self/cgroup": "garbage\n:\n"], nil),
            (["/proc/self/cgroup": ":::::\n0:\n"], nil),
            ([:], nil),
        ] as [([String: String], Int?)])
    func `knows the least limit on the way to the root`(files: [String: String], limit: Int?) {
        let group = ControlGroup(files: SystemFiles { files[$0] })
        #expect(group?.memoryLimit == limit)
    }

    @Test func `reads the files of the kernel, whose size is nought`() {
        #expect(SystemFiles.system.read("/proc/self/cgroup")?.isEmpty == false)
        #expect(SystemFiles.system.read("/proc/self/nothing") == nil)
    }
}
#endif
