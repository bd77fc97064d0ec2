#if os(Linux)
import LarderTesting
import Synchronization
import Testing

@testable import Larder

@Suite struct `Memory pressure` {
    /// Files that a test changes as the kernel would.
    private final class Kernel: Sendable {
        private let texts = Mutex(["/proc/self/cgroup": "0::/app\n"])

        subscript(path: String) -> String? {
            get { texts.withLock { $0[path] } }
            set { texts.withLock { $0[path] = newValue } }
        }

        var files: SystemFiles { SystemFiles { self[$0] } }

        func stall(some: Int, full: Int, _ path: String = "/sys/fs/cgroup/app/memory.pressure") {
            self[path] = "some avg10=0.00 total=\(some)\nfull avg10=0.00 total=\(full)\n"
        }
    }

    private let kernel = Kernel()

    @Test(arguments: [
        (0, 0, MemoryPressure.normal), (99_999, 0, .normal), (100_000, 0, .warning),
        (100_000, 49_999, .warning), (100_000, 50_000, .critical),
    ])
    func `is told by how long tasks waited in the last second`(
        some: Int, full: Int, pressure: MemoryPressure
    ) {
        kernel.stall(some: 7_000_000, full: 3_000_000)
        var gauge = MemoryPressureGauge(files: kernel.files, now: .zero)
        kernel.stall(some: 7_000_000 + some, full: 3_000_000 + full)
        #expect(gauge.read(at: .seconds(1)) == pressure)
        #expect(gauge.read(at: .seconds(2)) == .normal)
    }

    @Test func `is told by the machine where the group has no file`() {
        kernel.stall(some: 0, full: 0, "/proc/pressure/memory")
        var gauge = MemoryPressureGauge(files: kernel.files, now: .zero)
        kernel.stall(some: 900_000, full: 0, "/proc/pressure/memory")
        #expect(gauge.read(at: .seconds(1)) == .warning)
    }

    @Test(arguments: [
        ("high", MemoryPressure.warning), ("max", .critical), ("oom_kill", .critical),
        ("low", .normal),
    ])
    func `is told by the group's events`(event: String, pressure: MemoryPressure) {
        let path = "/sys/fs/cgroup/app/memory.events"
        kernel[path] = "low 4\nhigh 4\nmax 4\noom 4\noom_kill 4\n"
        var gauge = MemoryPressureGauge(files: kernel.files, now: .zero)
        kernel[path] = kernel[path]?.replacing("\(event) 4\n", with: "\(event) 5\n")
        #expect(gauge.read(at: .seconds(1)) == pressure)
        #expect(gauge.read(at: .seconds(2)) == .normal)
    }

    @Test func `lasts while the group is over its high mark`() {
        kernel["/sys/fs/cgroup/app/memory.high"] = "1000\n"
        kernel["/sys/fs/cgroup/app/memory.current"] = "1001\n"
        var gauge = MemoryPressureGauge(files: kernel.files, now: .zero)
        #expect(gauge.read(at: .seconds(1)) == .warning)
        #expect(gauge.read(at: .seconds(2)) == .warning)
        kernel["/sys/fs/cgroup/app/memory.current"] = "1000\n"
        #expect(gauge.read(at: .seconds(3)) == .normal)
    }

    @Test(arguments: ["", "total=", "some total=x\n", "\n \n", "some total=99999999999999999999\n"])
    func `is normal where files make no sense`(text: String) {
        kernel["/sys/fs/cgroup/app/memory.pressure"] = text
        kernel["/sys/fs/cgroup/app/memory.events"] = text
        kernel["/sys/fs/cgroup/app/memory.high"] = text
        var gauge = MemoryPressureGauge(files: kernel.files, now: .zero)
        #expect(gauge.read(at: .zero) == .normal)
        kernel.stall(some: -5, full: .min)
        #expect(gauge.read(at: .seconds(-1)) == .normal)
    }

    @Test func `is answered as long as the watch lasts`() async throws {
        let clock = ManualClock()
        let (levels, continuation) = AsyncStream.makeStream(of: MemoryPressure.self)
        kernel["/sys/fs/cgroup/app/memory.high"] = "1000\n"
        kernel["/sys/fs/cgroup/app/memory.current"] = "1001\n"
        let watch = MemoryPressureWatch(time: clock.timeSource, files: kernel.files) {
            continuation.yield($0)
        }
        var seen = levels.makeAsyncIterator()
        for _ in 0..<2 {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            #expect(await seen.next() == .warning)
        }
        watch.stop()
    }

    @Test func `makes a cache give back a share, not all`() {
        let cache = MemoryCache<Int, Int>(maximumCount: 1000)
        for key in 0..<1000 { cache[key] = key }
        cache.relieve(.normal)
        #expect(cache.statistics.entries == 1000)
        cache.relieve(.warning)
        #expect(cache.statistics.entries == 750)
        cache.relieve(.critical)
        #expect(cache.statistics.entries == 187)
    }
}
#endif
