import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Random requests for parts and wholes to an origin that changes, breaks off and errs.
@Suite struct `RFC 9111 §3.3 and §3.4 Parts of an origin that changes` {
    @Test(arguments: 0..<24)
    func `no answer is of two contents, in the wrong place, or older than it may be`(
        seed: Int
    ) async throws {
        let clock = ManualClock(wallTime: testMoment)
        let origin = PartOrigin(seed: UInt64(seed), clock)
        var configuration = Loader.Configuration(origin: origin)
        configuration.time = clock.timeSource
        configuration.retry = RetryPolicy(attempts: 2, firstDelay: .zero)
        configuration.window = .kibibytes(seed.isMultiple(of: 2) ? 64 : 1024)
        let loader = Loader(cache: DictionaryTier(), configuration: configuration)
        var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
        let url = try #require(URL(string: "http://a.example/x"))
        // When each version was the origin's last.
        var lastSeen: [Int: Double] = [:]
        for step in 0..<40 {
            clock.advance(by: .seconds(random.pick([0, 1, 5, 12])))
            let now = clock.wallTime.timeIntervalSince(testMoment)
            let request = Request(url, fields: Self.fields(origin, &random))
            let first = origin.version
            let got = try? await loader.response(for: request)
            let body = try? await got?.data()
            await loader.idle()
            for version in first...origin.version { lastSeen[version] = now }
            guard let got, let body else { continue }
            let complaint = judge(got, body, request, origin) {
                now - (lastSeen[$0] ?? -1000) <= 20
            }
            guard let complaint else { continue }
            Issue.record(
                """
                step \(step), \(origin.validators): \(complaint); \(request.fields.map(\.value)) got \
                \(got.status) \(got.cacheStatus) \(got.fields.map { "\($0.name): \($0.value)" }) \
                \(body.count) bytes, origin at \(first)...\(origin.version)
                """)
            return
        }
    }

    private static func fields(
        _ origin: PartOrigin, _ random: inout SeededGenerator
    ) -> HTTPFields {
        var fields = HTTPFields()
        let length = PartOrigin.length
        guard random.below(3) > 0 else { return fields }
        let first = random.pick([0, 0, 1000, random.below(length - 99), length / 2])
        let last = random.pick([
            length - 1, min(length - 1, first + 99 + random.below(length)), length * 2,
        ])
        fields["Range"] = random.pick([
            "bytes=\(first)-\(last)", "bytes=\(first)-", "bytes=-\(first + 99)",
        ])
        if random.below(4) == 0 {
            let version = max(0, origin.version - random.below(2))
            fields["If-Range"] = origin.tag(version) ?? origin.modified(version)
        }
        return fields
    }

    private func judge(
        _ got: Response, _ body: Data, _ request: Request, _ origin: PartOrigin,
        mayBe: (Int) -> Bool
    ) -> String? {
        guard got.status == 200 || got.status == 206 else {
            return got.status == 416 ? nil : "status"
        }
        var range = 0..<PartOrigin.length
        if got.status == 206 {
            guard let content = got.fields["Content-Range"].flatMap(ContentRange.init),
                let part = content.range
            else { return "no range" }
            if got.cacheStatus.isHit || got.cacheStatus.forwardStatus == 304 {
                let wanted = request.fields["Range"].flatMap(ByteRange.init)
                if part != wanted?.resolved(in: PartOrigin.length) { return "another range" }
            }
            range = part
        }
        guard body.count == range.count else { return "length" }
        let version = (0...origin.version).first { PartOrigin.content($0)[range] == body }
        guard let version else { return "mixed" }
        if !mayBe(version) { return "version \(version) is too old" }
        if got.fields["ETag"] != origin.tag(version) { return "tag" }
        if got.fields["Last-Modified"] != origin.modified(version) { return "date" }
        if let length = got.fields["Content-Length"], length != String(body.count) {
            return "Content-Length"
        }
        if got.status == 206, got.cacheStatus.isHit, let condition = request.fields["If-Range"],
            condition != (origin.tag(version) ?? origin.modified(version))
        {
            return "the caller has other content"
        }
        return nil
    }
}
