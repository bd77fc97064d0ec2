import Larder
import LarderTesting
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An origin whose content changes at random, which serves parts of it, breaks off, and does not
/// always keep to HTTP.
final class PartOrigin: Origin {
    enum Validators: CaseIterable { case none, weak, strong, date }

    private struct State {
        var random: SeededGenerator
        var version = 0
    }

    let validators: Validators
    private let clock: ManualClock
    private let state: Mutex<State>

    /// Longer than what is kept of a transfer that broke off.
    static let length = 100_000

    init(seed: UInt64, _ clock: ManualClock) {
        var random = SeededGenerator(seed: seed)
        validators = random.pick(Validators.allCases)
        self.clock = clock
        state = Mutex(State(random: random))
    }

    var version: Int { state.withLock { $0.version } }

    /// A piece of noise, one byte further on with each version.
    static func content(_ version: Int) -> Data { Data(noise[version..<version + length]) }

    private static let noise: Data = {
        var random = SeededGenerator(seed: 1)
        let words = (0..<length / 8 + 100).map { _ in random.next() }
        return words.withUnsafeBytes { Data($0) }
    }()

    func tag(_ version: Int) -> String? {
        switch validators {
        case .strong: "\"\(version)\""
        case .weak: "W/\"\(version)\""
        case .none, .date: nil
        }
    }

    func modified(_ version: Int) -> String? {
        validators == .date ? date(Double(version) * 100 - 1e6) : nil
    }

    func send(_ request: OriginRequest) async throws -> OriginResponse {
        try state.withLock { state in
            if state.random.below(4) == 0 { state.version += 1 }
            return try reply(request, state.version, &state.random)
        }
    }
}

extension PartOrigin {
    private func reply(
        _ request: OriginRequest, _ version: Int, _ random: inout SeededGenerator
    ) throws -> OriginResponse {
        if random.below(20) == 0 {
            throw LoadError(
                .connectionLost, "as drawn", url: request.url,
                response: .init(status: 200, fields: [:]))
        }
        var fields: HTTPFields = [
            "Cache-Control": random.pick(["max-age=20", "max-age=0", "no-store", "no-cache"]),
            "Date": date(clock.wallTime.timeIntervalSince(testMoment)),
        ]
        fields["ETag"] = tag(version)
        fields["Last-Modified"] = modified(version)
        if let tag = tag(version), request.fields["If-None-Match"] == tag {
            return OriginResponse(status: 304, fields: fields, body: Body(Data()))
        }
        let content = Self.content(version)
        // Some origins do not look at If-Range.
        let isSame = [nil, tag(version) ?? modified(version)].contains(request.fields["If-Range"])
        guard isSame || random.below(4) == 0, random.below(6) > 0,
            let wanted = request.fields["Range"].flatMap(ByteRange.init)
        else { return reply(200, fields, content, &random) }
        guard var range = wanted.resolved(in: content.count) else {
            fields["Content-Range"] = "bytes */\(content.count)"
            return OriginResponse(status: 416, fields: fields, body: Body(Data()))
        }
        if random.below(10) == 0 { range = range.lowerBound / 2..<range.upperBound }
        let length = random.below(5) == 0 ? nil : content.count
        fields["Content-Range"] = ContentRange(range: range, completeLength: length).description
        return reply(206, fields, content[range], &random)
    }

    private func reply(
        _ status: Int, _ fields: HTTPFields, _ content: Data, _ random: inout SeededGenerator
    ) -> OriginResponse {
        var fields = fields
        if random.below(3) > 0 { fields["Content-Length"] = String(content.count) }
        let end = random.below(4) == 0 ? random.below(content.count) : nil
        let body = Body {
            var rest = content
            var left = end
            return {
                if left == 0 { throw LoadError(.connectionLost, "as drawn") }
                let chunk = rest.prefix(min(30_000, left ?? .max))
                left = left.map { $0 - chunk.count }
                rest = rest.dropFirst(chunk.count)
                return chunk.isEmpty ? nil : Data(chunk)
            }
        }
        return OriginResponse(status: status, fields: fields, body: body)
    }
}
