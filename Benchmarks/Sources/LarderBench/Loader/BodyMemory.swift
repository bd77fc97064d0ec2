import Foundation
import Larder

/// How much memory a large body takes that is read part by part: from the origin, and through the
/// loader onto disk.
struct BodyMemory {
    let server: LoopbackNginx
    let mebibytes: Int

    private struct Reading {
        var size = 0.0
        var seconds = 0.0
        var growth = 0.0
    }

    func measure(_ report: Report) async throws {
        var table = Table(
            "A body of \(mebibytes) MiB, read part by part",
            columns: ["by", "MiB received", "MiB/s", "MiB of memory growth"])
        let origin = CurlOrigin()
        let request = OriginRequest(url: server.large)
        try await add("CurlOrigin", to: &table, report) { try await origin.send(request).body }
        let folder = try ScratchFolder()
        let disk = try DiskCache(directory: folder.url, capacity: .mebibytes(3 * mebibytes))
        let loader = Loader(cache: disk)
        try await add("loader onto disk", to: &table, report) {
            try await loader.response(for: Request(server.large)).body
        }
        report.add(table)
        let stored = try await loader.cachedResponse(for: Request(server.large))
        report.check(
            .atLeast(Double(mebibytes), "MiB on disk after the loader's reading"),
            Double(stored?.expectedLength?.bytes ?? 0) / 1_048_576)
    }

    private func add(
        _ name: String, to table: inout Table, _ report: Report,
        _ body: () async throws -> Body
    ) async throws {
        let reading = try await read(body)
        table.add(
            name,
            [
                .figure(reading.size, digits: 0),
                .figure(reading.size / reading.seconds, digits: 0),
                .figure(reading.growth, digits: 1),
            ])
        report.check(
            .atLeast(Double(mebibytes), "MiB received of the large body by \(name)"), reading.size)
        report.check(
            .atMost(16, "MiB of memory growth while it is read by \(name)"), reading.growth)
    }

    private func read(_ body: () async throws -> Body) async throws -> Reading {
        let before = ResidentSet.kibibytes
        var peak = before
        var received = 0
        let start = ContinuousClock.now
        var parts = 0
        for try await part in try await body() {
            received += part.count
            parts += 1
            if parts % 64 == 0 { peak = max(peak, ResidentSet.kibibytes) }
        }
        return Reading(
            size: Double(received) / 1_048_576, seconds: start.duration(to: .now) / .seconds(1),
            growth: Double(peak - before) / 1024)
    }
}
