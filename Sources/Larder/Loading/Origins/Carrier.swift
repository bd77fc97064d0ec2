/// Who carries exchanges out, and is told from any thread what their callers want.
protocol Carrier: AnyObject, Sendable {
    /// Begins `transfer`, or drops it when it has ended already.
    func start(_ transfer: Transfer)

    /// Goes on with `transfer`, whose reader has caught up.
    func resume(_ transfer: Transfer)

    /// Ends `transfer`, which nobody waits for any more. It may have ended by itself.
    func stop(_ transfer: Transfer)
}
