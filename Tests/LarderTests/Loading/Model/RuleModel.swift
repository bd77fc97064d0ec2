import Larder

/// What a private cache must do with requests for one URL, rule by rule and without a thought to
/// speed: what the loader is compared with.
struct RuleModel {
    /// Everything kept, the youngest first.
    var kept: [ModelAnswer] = []
    /// The fields that select.
    let selecting: [String]

    /// What the cache may do before it has asked the origin.
    enum Verdict {
        case use(ModelAnswer, inBackground: Bool)
        case gatewayTimeout
        case ask(ModelAnswer?)
    }

    /// What came of asking.
    enum Outcome {
        case answer(ModelAnswer)
        /// Nobody was there, or the connection broke.
        case failure(isUnreachable: Bool)
    }
}

extension RuleModel {
    func values(_ request: HTTPFields) -> [String?] {
        (selecting + ["Authorization"]).map { request[$0] }
    }

    func find(_ request: HTTPFields) -> ModelAnswer? {
        guard ModelAnswer.control(request)["no-store"] == nil else { return nil }
        return kept.first { $0.selecting == values(request) }
    }

    /// Drops what answers the request, if the cache may have dropped it too.
    mutating func dropUncertain(_ request: HTTPFields) {
        let values = values(request)
        kept.removeAll { $0.mayBeGone && $0.selecting == values }
    }

    /// §4 and §5.2.1.
    func verdict(_ request: HTTPFields, _ now: Double) -> Verdict {
        let found = find(request)
        if let found, let inBackground = mayUse(found, request, now) {
            return .use(found, inBackground: inBackground)
        }
        let isOnlyCached = ModelAnswer.control(request)["only-if-cached"] != nil
        return isOnlyCached ? .gatewayTimeout : .ask(found)
    }

    /// `nil` when it must be confirmed; whether that goes on in the background, if not.
    private func mayUse(_ found: ModelAnswer, _ request: HTTPFields, _ now: Double) -> Bool? {
        let wants = ModelAnswer.control(request).mapValues { Double($0) }
        guard !found.isInvalidated, found.control["no-cache"] == nil, wants["no-cache"] == nil
        else { return nil }
        let isFresh = found.isFresh(now)
        if let limit = wants["max-age"], !(isFresh && found.control["immutable"] != nil),
            limit == 0 || found.age(now) > limit ?? 0
        {
            return nil
        }
        if isFresh {
            return -found.excess(now) >= (wants["min-fresh"] ?? 0) ?? 0 ? false : nil
        }
        guard !found.forbidsStale else { return nil }
        if let limit = wants["max-stale"], found.excess(now) <= limit ?? .infinity { return false }
        guard wants["max-age"] == nil, wants["min-fresh"] == nil,
            let window = found.seconds("stale-while-revalidate"), found.excess(now) <= window
        else { return nil }
        return true
    }

    /// RFC 5861 §4, RFC 9111 §4.2.4.
    func mayStandIn(
        _ found: ModelAnswer, _ request: HTTPFields, isUnreachable: Bool, _ now: Double
    ) -> Bool {
        let wants = ModelAnswer.control(request)
        guard wants["no-cache"] == nil, !found.forbidsStale else { return false }
        if let own = wants["stale-if-error"], found.excess(now) <= Double(own) ?? 0 { return true }
        guard wants["max-age"] == nil, wants["min-fresh"] == nil else { return false }
        if let window = found.seconds("stale-if-error") { return found.excess(now) <= window }
        return isUnreachable
    }
}

// MARK: - After the origin was asked

extension RuleModel {
    /// Takes in what came of a GET. Returns the answer to the caller, and whether it is a stored
    /// one; `nil` for an error.
    mutating func take(
        _ outcomes: [Outcome], _ request: HTTPFields, _ found: ModelAnswer?, _ now: Double,
        isValidation: Bool = true
    ) -> (ModelAnswer, isStored: Bool)? {
        guard let first = outcomes.first else { return nil }
        switch first {
        case .failure(let isUnreachable):
            guard let found, mayStandIn(found, request, isUnreachable: isUnreachable, now) else {
                return nil
            }
            return (found, true)
        case .answer(let answer):
            if answer.status == 304, isValidation, let found, found.hasValidator {
                guard Self.confirms(answer, found) else {
                    return take(
                        Array(outcomes.dropFirst()), request, found, now, isValidation: false)
                }
                let confirmed = found.confirmed(by: answer)
                replace(found, with: confirmed.mayBeStored(request) ? confirmed : nil)
                return (confirmed, true)
            }
            if [500, 502, 503, 504].contains(answer.status), let found,
                mayStandIn(found, request, isUnreachable: false, now)
            {
                return (found, true)
            }
            keep(answer, request, found)
            return (answer, false)
        }
    }

    private mutating func keep(
        _ answer: ModelAnswer, _ request: HTTPFields, _ found: ModelAnswer?
    ) {
        guard answer.status != 304 else { return }
        if answer.mayBeStored(request) {
            guard answer.status < 500 || (found?.status ?? 500) >= 500 else { return }
            var answer = answer
            answer.selecting = values(request)
            kept.removeAll { $0.selecting == answer.selecting }
            kept.insert(answer, at: 0)
        } else if let found,
            (200...299).contains(answer.status) || [404, 410].contains(answer.status)
        {
            replace(found, with: nil)
        }
    }

    /// §4.3.5: what a HEAD's answer tells of a stored one.
    mutating func takeHead(_ answer: ModelAnswer, _ request: HTTPFields) {
        guard (200...299).contains(answer.status), answer.control["no-store"] == nil,
            let found = find(request)
        else { return }
        let isSame = ["ETag", "Last-Modified"].allSatisfy {
            answer.fields[$0] == nil || answer.fields[$0] == found.fields[$0]
        }
        if isSame, answer.status == 200, found.status == 200 {
            let confirmed = found.confirmed(by: answer)
            replace(found, with: confirmed.mayBeStored(request) ? confirmed : nil)
        } else {
            var spoilt = found
            spoilt.isInvalidated = true
            replace(found, with: spoilt)
        }
    }

    private mutating func replace(_ old: ModelAnswer, with new: ModelAnswer?) {
        guard let place = kept.firstIndex(where: { $0.selecting == old.selecting }) else { return }
        if let new { return kept[place] = new }
        kept.remove(at: place)
        for index in kept.indices { kept[index].mayBeGone = true }
    }

    /// §4.3.4.
    private static func confirms(_ answer: ModelAnswer, _ found: ModelAnswer) -> Bool {
        let opaque = { (tag: String) in tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }
        if let new = answer.fields["ETag"], let old = found.fields["ETag"] {
            return opaque(new) == opaque(old)
        }
        if let new = answer.fields["Last-Modified"], let old = found.fields["Last-Modified"] {
            return new == old
        }
        return answer.fields["ETag"] == nil
    }
}
