#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Until when an entry may be served, and what else is kept with it.
@usableFromInline
struct SlotTerms: Sendable {
    /// Nanoseconds of uptime; ``never``, or ``byDate`` when only a date in the extras bounds it.
    @usableFromInline let deadline: Int64
    @usableFromInline let extras: SlotExtras?

    /// The deadline of an entry that no clock has to be read for.
    @inlinable static var never: Int64 { .max }

    /// A deadline that never comes, of an entry whose ``SlotExtras/attributes`` may have one.
    static var byDate: Int64 { .max - 1 }

    /// Whether a clock must be read before an entry of these terms is served.
    @inlinable var isTimed: Bool { deadline != Self.never }

    static var forever: SlotTerms { SlotTerms(deadline: never, extras: nil) }
}

/// What few entries have, so the others do not pay for its room.
@usableFromInline
final class SlotExtras: Sendable {
    /// How far each use pushes the deadline.
    let sliding: Duration?

    /// What another tier passed along with the value.
    let attributes: EntryAttributes?

    init(sliding: Duration?, attributes: EntryAttributes?) {
        self.sliding = sliding
        self.attributes = attributes
    }
}

extension SlotTerms {
    /// The terms of an entry stored now. Reads a clock only for a lifetime that ends.
    @usableFromInline
    init(_ lifetime: Lifetime, _ time: TimeSource) {
        guard let duration = lifetime.duration else {
            self = .forever
            return
        }
        deadline = Self.deadline(duration, after: time.uptime())
        extras = lifetime.isSliding ? SlotExtras(sliding: duration, attributes: nil) : nil
    }

    /// The terms of an entry that another tier passed with `attributes`.
    init(_ attributes: EntryAttributes) {
        deadline = attributes.expiresAt == nil ? Self.never : Self.byDate
        extras = SlotExtras(sliding: nil, attributes: attributes)
    }

    /// `duration` after `now`, or as far as a deadline reaches.
    static func deadline(_ duration: Duration, after now: Duration) -> Int64 {
        min((now + duration).saturatedNanoseconds, byDate)
    }

    /// Whether an entry of these terms may be served, by the clocks that they need.
    func isLive(_ time: TimeSource) -> Bool {
        if deadline == Self.never { return true }
        if deadline != Self.byDate, time.uptime().saturatedNanoseconds >= deadline { return false }
        guard let attributes = extras?.attributes, attributes.expiresAt != nil else { return true }
        return attributes.isLive(at: time.now())
    }

    /// The date at which the deadline comes, or `nil` when it never does.
    func expiryDate(_ time: TimeSource) -> Date? {
        guard deadline < Self.byDate else { return nil }
        let left = Duration.nanoseconds(deadline) - time.uptime()
        return time.now().addingTimeInterval(left / .seconds(1))
    }

    /// The bytes of what is kept beside the value.
    @usableFromInline var metadataSize: Int {
        let metadata = extras?.attributes?.metadata ?? [:]
        return metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }

    /// The deadline after a use, when uses push it.
    func slidDeadline(_ time: TimeSource) -> Int64? {
        extras?.sliding.map { Self.deadline($0, after: time.uptime()) }
    }
}

extension Duration {
    /// The nanoseconds, as many as 64 bits hold: 292 years either way.
    var saturatedNanoseconds: Int64 {
        let parts = components
        let (seconds, isFar) = parts.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooFar) = seconds.addingReportingOverflow(parts.attoseconds / 1_000_000_000)
        return isFar || isTooFar ? (parts.seconds < 0 ? .min : .max) : sum
    }
}
