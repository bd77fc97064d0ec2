import Larder
import LarderTesting

/// How long it takes from cancelling a task to a closed connection, as the server sees it.
struct OriginCancel {
    let times: Int

    func measure(_ report: Report) async throws {
        let server = try ScriptedOrigin()
        server.fallback = .endless()
        let origin = CurlOrigin()
        var milliseconds: [Double] = []
        for number in 1...times {
            let url = server.url("/")
            let task = Task {
                var size = 0
                for try await part in try await origin.send(OriginRequest(url: url)).body {
                    size += part.count
                }
                return size
            }
            try await server.request(number)
            let start = ContinuousClock.now
            task.cancel()
            try await server.connectionClosed(number)
            milliseconds.append(start.duration(to: .now) / .milliseconds(1))
        }
        let sorted = milliseconds.sorted()
        var table = Table(
            "Milliseconds from cancelling a load to its closed connection",
            columns: ["client", "median", "99th of 100", "slowest"])
        table.add(
            "CurlOrigin", [sorted[times / 2], sorted[times * 98 / 100], sorted[times - 1]],
            digits: 2)
        report.add(table)
        // A machine that does other work too may be late once or twice for reasons of its own.
        report.check(
            .atMost(0, "cancels of \(times) that took longer than 20 ms"),
            Double(sorted.count { $0 > 20 }))
    }
}
