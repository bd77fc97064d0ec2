/// What a ``ConnectionMachine`` keeps to.
struct ConnectionSettings: Sendable {
    /// What is sent first; each answer must be no refusal.
    var greeting: RESPCommand
    /// How long a request may wait for its answer.
    var deadline: Duration
    /// How long connecting may take, and the greeting again.
    var connectDeadline: Duration
    /// After how long without a word the engine is asked for one.
    var heartbeat: Duration
    /// The most that one answer may take in memory.
    var answerLimit: Int
    var breaker: Breaker

    /// How long something may stay unanswered without a single byte coming in.
    var silence: Duration { heartbeat + deadline }
}
