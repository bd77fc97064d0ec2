import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What is wrong with an answer, in words.

extension RuleRun {
    /// What is wrong with `result`, if anything. The model takes in what came.
    mutating func judge(
        _ request: Request, _ result: Got,
        _ seen: [RandomOrigin.Seen]
    ) -> String? {
        let outcomes = seen.map(\.outcome)
        if request.method == .post { return judgePost(request, outcomes) }
        switch model.verdict(request.fields, now) {
        case .gatewayTimeout:
            guard seen.isEmpty, (try? result.get())?.0.status == 504 else { return "no 504" }
        case .use(let found, let inBackground):
            let isAsked =
                inBackground && ModelAnswer.control(request.fields)["only-if-cached"] == nil
            if seen.isEmpty == isAsked { return "asked \(seen.count) times" }
            if let complaint = compare(result, found, request, isHit: true) { return complaint }
            var plain = request
            plain.fields["If-None-Match"] = nil
            plain.fields["If-Modified-Since"] = nil
            if isAsked { _ = takeIn(plain, outcomes, found) }
        case .ask(let found):
            guard let first = seen.first else { return "not asked" }
            if let complaint = compare(first.request, request, found) { return complaint }
            guard let (answer, isStored) = takeIn(request, outcomes, found) else {
                return (try? result.get()) == nil ? nil : "no error"
            }
            if isStored { return compare(result, answer, request, isHit: false) }
            // The origin never saw the caller's condition.
            let isHidden = request.method == .get && found?.hasValidator == true && seen.count == 1
            return compare(
                result, passed: answer, isKnown: isHidden && isKnown(answer, request.fields))
        }
        return nil
    }

    private mutating func judgePost(_ request: Request, _ outcomes: [RuleModel.Outcome]) -> String?
    {
        if ModelAnswer.control(request.fields)["only-if-cached"] != nil {
            return outcomes.isEmpty ? nil : "sent"
        }
        if case .answer(let answer) = outcomes.first, answer.status < 400 { model.kept = [] }
        return outcomes.count == 1 ? nil : "not sent once"
    }

    private mutating func takeIn(
        _ request: Request, _ outcomes: [RuleModel.Outcome], _ found: ModelAnswer?
    ) -> (ModelAnswer, isStored: Bool)? {
        guard request.method == .head else {
            return model.take(outcomes, request.fields, found, now)
        }
        guard case .answer(let answer) = outcomes.first else {
            var copy = model
            return copy.take(outcomes, request.fields, found, now)
        }
        if [500, 502, 503, 504].contains(answer.status), let found,
            model.mayStandIn(found, request.fields, isUnreachable: false, now)
        {
            return (found, true)
        }
        model.takeHead(answer, request.fields)
        return (answer, false)
    }

    /// §4.3.2: whether the caller has it already.
    private func isKnown(_ answer: ModelAnswer, _ request: HTTPFields) -> Bool {
        guard (200...299).contains(answer.status) else { return false }
        if let tag = request["If-None-Match"] {
            return tag == answer.fields["ETag"]?.replacing("W/", with: "")
        }
        guard let since = request["If-Modified-Since"].flatMap({ HTTPDate($0, now: testMoment) })
        else { return false }
        let modified = answer.date("Last-Modified") ?? answer.date("Date") ?? answer.receivedAt
        return modified <= since.date.timeIntervalSince(testMoment)
    }

    /// §4.3.1: what is sent.
    private func compare(
        _ sent: OriginRequest, _ request: Request, _ found: ModelAnswer?
    ) -> String? {
        let validates = request.method == .get && found?.hasValidator == true
        let tag = validates ? found?.fields["ETag"] : request.fields["If-None-Match"]
        let since =
            validates ? found?.fields["Last-Modified"] : request.fields["If-Modified-Since"]
        return sent.fields["If-None-Match"] == tag && sent.fields["If-Modified-Since"] == since
            ? nil : "sent other conditions than \(tag ?? "-"), \(since ?? "-")"
    }

    private func compare(
        _ result: Got, passed answer: ModelAnswer, isKnown: Bool
    ) -> String? {
        guard let (response, text) = try? result.get() else { return "an error" }
        let isSame =
            isKnown
            ? response.status == 304 && text.isEmpty
            : response.status == answer.status && text == answer.body
        return isSame && !response.cacheStatus.isHit ? nil : "not the origin's answer"
    }

    private func compare(
        _ result: Got, _ answer: ModelAnswer, _ request: Request,
        isHit: Bool
    ) -> String? {
        guard let (response, text) = try? result.get() else { return "an error" }
        let isKnown = isKnown(answer, request.fields)
        let status = isKnown ? 304 : answer.status
        let body = isKnown || request.method == .head ? "" : answer.body
        let isConfirmed = !isHit && response.cacheStatus.forwardStatus == 304
        let age = String(Int(answer.age(now)))
        if response.status != status || text != body { return "not \(status) \(body)" }
        if response.cacheStatus.isHit != isHit { return "hit: \(!isHit)" }
        if response.fields["Age"] != (isConfirmed && answer.fields["Age"] == nil ? nil : age) {
            return "age not \(age)"
        }
        for name in ["ETag", "Expires", "Cache-Control", "Vary"]
        where response.fields[name] != answer.fields[name] {
            return "\(name) not \(answer.fields[name] ?? "-")"
        }
        return nil
    }
}
