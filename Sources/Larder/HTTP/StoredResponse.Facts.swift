#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoredResponse {
    /// What follows from a response's fields and times, whenever it is asked.
    struct Facts: Sendable, Hashable {
        /// When the origin made the response.
        let date: Date
        /// Whether the response says so itself.
        let statesDate: Bool
        /// The age when it was received (RFC 9111 §4.2.3).
        let initialAge: Duration
        let privateLifetime: FreshnessLifetime
        let sharedLifetime: FreshnessLifetime
        /// Whether every use must be confirmed (RFC 9111 §5.2.2.4).
        let forbidsUnconfirmedUse: Bool

        init(
            _ status: Int, _ fields: HTTPFields, _ control: CacheControl, _ requestedAt: Date,
            _ receivedAt: Date
        ) {
            let statedDate = fields.date("Date", now: receivedAt)
            let date = statedDate ?? receivedAt
            let lifetime = { (kind: CacheKind) in
                FreshnessLifetime(status, fields, control, date, receivedAt, kind)
            }
            self.date = date
            statesDate = statedDate != nil
            initialAge = Self.initialAge(fields, date, requestedAt, receivedAt)
            privateLifetime = lifetime(.private)
            sharedLifetime =
                control.sharedMaxAge == .absent ? privateLifetime : lifetime(.shared)
            forbidsUnconfirmedUse = control.noCache
        }

        /// The larger of what `Date` and `Age` say, the time that the request took counted in.
        private static func initialAge(
            _ fields: HTTPFields, _ date: Date, _ requestedAt: Date, _ receivedAt: Date
        ) -> Duration {
            let apparent = max(0, receivedAt.timeIntervalSince(date))
            let delay = max(0, receivedAt.timeIntervalSince(requestedAt))
            return .seconds(max(apparent, fields.statedAge.seconds + delay))
        }
    }
}
