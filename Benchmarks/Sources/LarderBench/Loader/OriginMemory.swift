import Foundation
import Larder

/// How much memory a large body takes that is read part by part.
struct OriginMemory {
    let server: LoopbackNginx
    let mebibytes: Int

    func measure(_ report: Report) async throws {
        let origin = CurlOrigin()
        let before = Self.residentKibibytes
        var peak = before
        var received = 0
        let start = ContinuousClock.now
        let response = try await origin.send(OriginRequest(url: server.large))
        var parts = 0
        for try await part in response.body {
            received += part.count
            parts += 1
            if parts % 64 == 0 { peak = max(peak, Self.residentKibibytes) }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        let growth = Double(peak - before) / 1024
        var table = Table(
            "A body of \(mebibytes) MiB, read part by part",
            columns: ["client", "MiB received", "MiB/s", "MiB of memory growth"])
        let size = Double(received) / 1_048_576
        table.add(
            "CurlOrigin",
            [
                .figure(size, digits: 0), .figure(size / seconds, digits: 0),
                .figure(growth, digits: 1),
            ])
        report.add(table)
        report.check(.atLeast(Double(mebibytes), "MiB received of the large body"), size)
        report.check(.atMost(16, "MiB of memory growth while it is read"), growth)
    }

    private static var residentKibibytes: Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
