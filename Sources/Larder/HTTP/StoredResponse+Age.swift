#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension StoredResponse {
    /// How old the response is at `now` (RFC 9111 §4.2.3).
    ///
    /// `nil` when the clock stands before the moment it was received: then nobody can tell, and
    /// a clock set back must not make it young.
    public func age(at now: Date) -> Duration? {
        guard let held = timeHeld(at: now) else { return nil }
        return facts.initialAge + held
    }

    /// How long ago the response came or was last confirmed; `nil` as for ``age(at:)``.
    public func timeHeld(at now: Date) -> Duration? {
        let held = now.timeIntervalSince(receivedAt)
        return held >= 0 ? Duration(seconds: held) : nil
    }
}

extension HTTPFields {
    /// What the `Age` field says; nothing when it makes no sense (RFC 9111 §5.1).
    ///
    /// Of several members the first counts.
    var statedAge: Duration {
        let first = values("Age").first.flatMap { FieldScanner.members(of: $0).first }
        return first.flatMap { DeltaSeconds($0).duration } ?? .zero
    }
}
