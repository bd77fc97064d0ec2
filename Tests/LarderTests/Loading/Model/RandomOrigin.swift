import Larder
import LarderTesting
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An origin of one URL that answers at random, and tells what it was asked and what it answered.
final class RandomOrigin: Origin {
    /// What the origin is like for a whole run.
    struct Habits {
        var vary: [String]
        var tag: String?
        var statesModified: Bool
        /// Not the origin's, but of the cache before it.
        var isShared: Bool
    }

    typealias Seen = (request: OriginRequest, outcome: RuleModel.Outcome)

    private struct State {
        var random: SeededGenerator
        var version = 0
        var seen: [Seen] = []
    }

    let habits: Habits
    private let clock: ManualClock
    private let state: Mutex<State>

    init(seed: UInt64, _ clock: ManualClock, mayBeShared: Bool) {
        var random = SeededGenerator(seed: seed)
        habits = Habits(
            vary: random.pick([[], [], ["Accept"], ["Accept", "X"]]),
            tag: random.pick([nil, "", "W/"]), statesModified: random.below(2) == 0,
            isShared: random.below(3) == 0 && mayBeShared)
        self.clock = clock
        state = Mutex(State(random: random))
    }

    /// What was asked since the last call, with the outcomes.
    func takeSeen() -> [Seen] {
        state.withLock { state in
            defer { state.seen = [] }
            return state.seen
        }
    }

    func send(_ request: OriginRequest) async throws -> OriginResponse {
        let now = clock.wallTime.timeIntervalSince(testMoment)
        let outcome = state.withLock { state in
            let outcome = Self.outcome(request, habits, now, &state.version, &state.random)
            state.seen.append((request, outcome))
            return outcome
        }
        switch outcome {
        case .answer(let answer):
            return OriginResponse(
                status: answer.status, fields: answer.fields, body: Body(Data(answer.body.utf8)))
        case .failure(let isUnreachable):
            throw LoadError(
                .connectionLost, "as drawn", url: request.url,
                response: isUnreachable ? nil : .init(status: 200, fields: [:]))
        }
    }
}

extension RandomOrigin {
    private static func outcome(
        _ request: OriginRequest, _ habits: Habits, _ now: Double, _ version: inout Int,
        _ random: inout SeededGenerator
    ) -> RuleModel.Outcome {
        let luck = random.below(100)
        if luck < 8 { return .failure(isUnreachable: luck < 4) }
        if random.below(4) == 0 { version += 1 }
        let selected = habits.vary.map { request.fields[$0] ?? "-" }.joined()
        let tag = habits.tag.map { "\($0)\"\(version)\(selected)\"" }
        let modified = habits.statesModified ? date(Double(version) * 50 - 2000) : nil
        var fields = statements(now, habits, &random)
        var status = 200
        if isKnown(request, tag, modified) {
            status = 304
            if random.below(8) == 0 { fields["ETag"] = "\"other\"" } else { fields["ETag"] = tag }
            if random.below(3) == 0 { fields["ETag"] = nil }
        } else {
            fields["ETag"] = tag
            if luck < 30 {
                status = random.pick([204, 301, 302, 404, 410, 403, 500, 503, 504, 299])
            }
        }
        fields["Last-Modified"] = modified
        let isBare = [204, 304].contains(status) || request.method == .head
        let body = isBare ? "" : "\(version)\(selected)\(request.fields["Authorization"] ?? "")"
        return .answer(
            ModelAnswer(
                status: status, fields: fields, body: body, receivedAt: now,
                isShared: habits.isShared))
    }

    private static func isKnown(_ request: OriginRequest, _ tag: String?, _ modified: String?)
        -> Bool
    {
        if let tags = request.fields["If-None-Match"] { return tag != nil && tags == tag }
        guard let since = request.fields["If-Modified-Since"] else { return false }
        return since == modified
    }

    private static func statements(
        _ now: Double, _ habits: Habits, _ random: inout SeededGenerator
    ) -> HTTPFields {
        var fields = HTTPFields()
        let directives = (0..<random.below(4)).map { _ in
            random.pick([
                "max-age=0", "max-age=5", "max-age=5", "max-age=20", "max-age=x", "no-cache",
                "no-store", "must-revalidate", "stale-while-revalidate=10", "stale-if-error=15",
                "stale-if-error=15", "immutable", "private", "public", "s-maxage=10",
                "proxy-revalidate", "must-understand", "unknown=1",
            ])
        }
        if !directives.isEmpty {
            fields["Cache-Control"] = directives.joined(separator: random.pick([",", ", "]))
        }
        let made = now + random.pick([-20, -5, 0, 0, 0, 0, 5])
        if random.below(5) > 0 { fields["Date"] = date(made) }
        if random.below(6) == 0 {
            fields["Expires"] = random.pick([date(made + 12), date(-9), "0"])
        }
        if random.below(8) == 0 { fields["Age"] = String(random.below(8)) }
        let isStar = random.below(40) == 0
        if isStar || !habits.vary.isEmpty {
            fields["Vary"] = (isStar ? ["*"] : habits.vary).joined(separator: ", ")
        }
        return fields
    }
}

extension SeededGenerator {
    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
