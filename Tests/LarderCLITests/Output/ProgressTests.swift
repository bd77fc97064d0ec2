import Testing

@testable import LarderCLI

@Suite struct ProgressTests {
    private let half = Progress(
        total: 200, done: 100, failed: 1, bytes: 2 << 20, elapsed: .seconds(2))

    @Test func `a wide terminal shows everything`() {
        #expect(
            half.line(width: 120)
                == "███████████████░░░░░░░░░░░░░░░ 100/200  1 failed  2 MiB  1 MiB/s  0:02 left")
    }

    @Test(arguments: 0...120)
    func `the line never passes the terminal's width`(width: Int) {
        for progress in [half, Progress(total: 0), Progress(total: 7, done: 7, bytes: .max)] {
            #expect(progress.line(width: width).columns <= width)
        }
    }

    @Test func `a terminal of no width shows nothing`() {
        #expect(half.line(width: 0) == "")
    }

    @Test func `nothing is predicted before anything is known`() {
        let line = Progress(total: 3, bytes: 10, elapsed: .milliseconds(1)).line(width: 100)
        #expect(!line.contains("left") && !line.contains("/s"))
    }
}
