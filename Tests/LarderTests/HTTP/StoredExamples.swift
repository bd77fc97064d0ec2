@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The moment at which examples are received: noon of 1 June 2026, UTC.
let testMoment = Date(timeIntervalSince1970: 1_780_315_200)

/// A response received at `moment`, whose `Date` says the same unless given.
func stored(
    _ fields: HTTPFields, status: Int = 200, at moment: Date = testMoment,
    delay: TimeInterval = 0
) -> StoredResponse {
    var fields = fields
    if fields["Date"] == nil { fields["Date"] = HTTPDate(moment).description }
    return StoredResponse(
        status: status, fields: fields, requestedAt: moment.addingTimeInterval(-delay),
        receivedAt: moment)
}

/// `seconds` after the moment of receipt, as a date field.
func date(_ seconds: TimeInterval) -> String {
    HTTPDate(testMoment.addingTimeInterval(seconds)).description
}
