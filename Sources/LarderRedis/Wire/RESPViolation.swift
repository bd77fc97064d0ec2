/// Bytes that are no protocol. The connection they came on is of no more use.
struct RESPViolation: Error, Equatable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
