#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One exchange between its caller and the thread that carries it out.
///
/// Pure: each call says what to do, and the owner does it after it has unlocked. Whoever waits
/// is handed back at most once, so that each is resumed exactly once in every interleaving of
/// head, bytes, end, reads and cancellation. `HeadWaiter` and `Reader` stand for continuations.
struct Exchange<HeadWaiter, Reader> {
    /// What to do after unlocking.
    struct Effects {
        var head: (waiter: HeadWaiter, result: Result<LoadError.ResponseHead, any Error>)?
        var reader: (waiter: Reader, result: Result<Data?, any Error>)?
        /// Whether the transfer is to go on after a pause.
        var resumesTransfer = false
        /// Whether the transfer is to be stopped.
        var stopsTransfer = false
    }

    /// What becomes of bytes that came.
    enum Intake {
        case taken
        /// The reader is behind: no more before a resume.
        case pause
        /// Not taken: with it the body would be larger than the limit.
        case tooLarge
        /// Not taken: nobody wants any more.
        case stop
    }

    /// How many bytes may wait for the reader before the sender is slowed down.
    static var highWater: Int { 256 << 10 }

    private let limit: Int
    private var head: LoadError.ResponseHead?
    private var headWaiter: HeadWaiter?
    private var reader: Reader?
    private var pending = Data()
    /// Whether the sender was told to wait for the reader.
    private(set) var isPaused = false
    private var end: Result<Void, any Error>?
    private var headSize = 0
    private var sentSize = 0
    private var handedOnSize = 0

    /// An exchange whose body may have at most `limit` bytes, as sent and as handed on.
    init(limit: ByteCount) {
        self.limit = limit.bytes
    }
}

// MARK: - The caller's side

extension Exchange {
    /// The caller waits for the head.
    mutating func awaitHead(_ waiter: HeadWaiter) -> Effects {
        headWaiter = waiter
        return settle()
    }

    /// The caller waits for the next part of the body.
    mutating func read(_ waiter: Reader) -> Effects {
        guard reader == nil else {
            let message = "The body is being read by another task. Read it from one."
            return Effects(reader: (waiter, .failure(LoadError(.invalidRequest, message))))
        }
        reader = waiter
        var effects = settle()
        if isPaused, pending.isEmpty {
            isPaused = false
            effects.resumesTransfer = true
        }
        return effects
    }

    /// Takes the body, if all of it is there; `nil` when it must be waited for.
    mutating func takeWhole() -> Data? {
        guard case .success = end else { return nil }
        defer { pending = Data() }
        return pending
    }

    /// The caller has left: nothing that comes is of use any more.
    ///
    /// Whoever reads on gets `reason`, also after a good end: bytes that were dropped here must
    /// not pass for an end that came early.
    mutating func abandon(_ reason: any Error = CancellationError()) -> Effects {
        var effects = Effects(stopsTransfer: end == nil)
        end = .failure(reason)
        pending = Data()
        if let waiter = take(&headWaiter) { effects.head = (waiter, .failure(reason)) }
        if let waiter = take(&reader) { effects.reader = (waiter, .failure(reason)) }
        return effects
    }
}

// MARK: - The transfer's side

extension Exchange {
    /// Whether the exchange has ended, well or not.
    var hasEnded: Bool { end != nil }

    /// The bytes of head and undecoded body that came.
    var wireBytes: Int { headSize + sentSize }

    /// The bytes of the body that came, as sent.
    var bodyBytes: Int { sentSize }

    /// The head has come in full, in `size` bytes.
    mutating func receive(_ head: LoadError.ResponseHead, size: Int) {
        self.head = head
        headSize = size
    }

    /// A part of the body came, as it was sent. `expected` is how long the body is to be, if that
    /// is known, and `endsThere` whether nothing behind that can matter: then its caller need not
    /// wait for more.
    mutating func receive(
        _ bytes: UnsafeRawBufferPointer, expected: Int? = nil, endsThere: Bool = false
    ) -> Intake {
        if end != nil { return .stop }
        if !pending.isEmpty, pending.count + bytes.count > Self.highWater {
            isPaused = true
            return .pause
        }
        guard isWithinLimit(adding: bytes.count, nil) else { return .tooLarge }
        // The whole of a short body is given room at once, and need not be put together.
        if handedOnSize == bytes.count, let expected, expected <= Self.highWater {
            pending.reserveCapacity(max(bytes.count, expected))
        }
        pending.append(contentsOf: bytes)
        if endsThere, handedOnSize == expected { end = .success(()) }
        return .taken
    }

    /// Whether the reader is so far behind that no more must come before a resume.
    mutating func isBehind() -> Bool {
        if end == nil, pending.count >= Self.highWater { isPaused = true }
        return isPaused
    }

    /// A part of the body came that cannot come again: it is taken also when the reader is behind,
    /// and then no more must come before a resume. `wireCount` is how many bytes of the body were
    /// sent so far, when that is not what is handed on.
    mutating func accept(_ bytes: Data, wireCount: Int?) -> Intake {
        if end != nil { return .stop }
        guard isWithinLimit(adding: bytes.count, wireCount) else { return .tooLarge }
        if pending.isEmpty { pending = bytes } else { pending.append(bytes) }
        isPaused = reader == nil && pending.count >= Self.highWater
        return isPaused ? .pause : .taken
    }

    private mutating func isWithinLimit(adding count: Int, _ wireCount: Int?) -> Bool {
        sentSize = wireCount ?? sentSize + count
        handedOnSize += count
        return sentSize <= limit && handedOnSize <= limit
    }

    /// The transfer has ended. Only the first end counts.
    mutating func finish(_ result: Result<Void, any Error>) {
        if end == nil { end = result }
    }

    /// Serves whoever waits with what is there.
    ///
    /// What came before a failure is handed on before the failure is.
    mutating func settle() -> Effects {
        var effects = Effects()
        if headWaiter != nil, let result = headResult, let waiter = take(&headWaiter) {
            effects.head = (waiter, result)
        }
        if reader != nil, let result = nextPart(), let waiter = take(&reader) {
            effects.reader = (waiter, result)
        }
        return effects
    }

    private var headResult: Result<LoadError.ResponseHead, any Error>? {
        if let head { return .success(head) }
        guard case .failure(let error) = end else { return nil }
        return .failure(error)
    }

    private mutating func nextPart() -> Result<Data?, any Error>? {
        if !pending.isEmpty {
            defer { pending = Data() }
            return .success(pending)
        }
        return end.map { $0.map { nil } }
    }

    private func take<Waiter>(_ waiter: inout Waiter?) -> Waiter? {
        defer { waiter = nil }
        return waiter
    }
}
