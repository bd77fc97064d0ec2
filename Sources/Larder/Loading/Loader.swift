#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Loads what URLs name, with HTTP's own rules for what may be kept and used again.
///
/// Ask a tier, ask the next, ask the origin, write back: ``response(for:)`` looks in the cache,
/// judges what it finds by RFC 9111, joins an exchange that is under way or begins one, stores
/// what may be stored, and answers. It is a private cache in RFC 9111's words; where its tier
/// is shared between users, the rules for shared caches decide what is stored.
///
/// Any number of tasks may use a loader. It keeps no answer that is not complete, none that the
/// origin forbids to keep, and never gives an answer to one `Authorization` to another. A `Cookie`
/// tells requests apart only where the origin says so by `Vary`, as HTTP means it; who loads for
/// several users gives each their own keys or loader. It never asks whether the system believes the
/// network to be there.
public final class Loader: Sendable {
    let configuration: Configuration
    let store: ResponseStore
    let deck: FlightDeck
    let gate: HostGate
    let retries: RetryCounter
    let meter: Meter
    package let observers = InvalidationObservers()

    /// Makes a loader over `cache`, which may be any tier.
    public init(cache: some CacheTier, configuration: Configuration = Configuration()) {
        self.configuration = configuration
        meter = (cache as? TieredCache)?.meter ?? Meter([cache])
        store = ResponseStore(cache: cache, meter: meter, configuration)
        deck = FlightDeck(window: configuration.window)
        gate = HostGate(
            perHost: configuration.exchangesPerHost, total: configuration.exchangesInAll)
        retries = RetryCounter(configuration.retry)
    }
}

extension Loader {
    /// The answer to `request`. It returns when the head is there; the body follows. One that came
    /// in one piece is stored first, if it may be.
    ///
    /// An error status is an answer. Cancelling the calling task, or dropping the body before
    /// its end, gives the load up; it is ended when nobody else waits for it.
    ///
    /// - Throws: ``LoadError``, or `CancellationError`.
    public func response(for request: Request) async throws -> Response {
        do {
            let prepared = try PreparedRequest(request, keys: configuration.keys)
            // What is in memory is handed out without a wait.
            if let response = answerAtHand(to: prepared),
                !HTTPStatus.isRedirect(response.status)
            {
                return response
            }
            return try await finalAnswer(to: request, prepared)
        } catch {
            throw configuration.disclosure.shown(error)
        }
    }

    /// The answer to `request`, whose priority does not count: `urgency` is asked for it, and may
    /// come to know of more haste at any moment. Who then calls ``raise(_:to:)`` as well is heard,
    /// whether the load has begun its exchange or is about to.
    package func response(
        for request: Request, urgency: @escaping @Sendable () -> LoadPriority
    ) async throws -> Response {
        do {
            let prepared = try PreparedRequest(
                request, keys: configuration.keys, urgency: .asked(urgency))
            return try await finalAnswer(to: request, prepared)
        } catch {
            throw configuration.disclosure.shown(error)
        }
    }

    /// The answer after redirects.
    private func finalAnswer(
        to request: Request, _ prepared: PreparedRequest
    ) async throws -> Response {
        var (request, prepared) = (request, prepared)
        for _ in 0...max(0, configuration.redirection.limit) {
            let response = try await answer(to: prepared)
            guard
                let next = try configuration.redirection.next(
                    request, status: response.status, fields: response.fields)
            else { return response }
            // Read, it is stored; the redirect itself came whole, in the head.
            await response.body.readOut()
            request = next
            prepared = try PreparedRequest(
                next, keys: configuration.keys, urgency: prepared.urgency)
        }
        throw LoadError(
            .tooManyRedirects,
            "More than \(configuration.redirection.limit) redirects, the last to this URL.",
            url: request.url)
    }

    /// The bytes that `url` names.
    ///
    /// - Throws: ``LoadError`` with code ``LoadError/Code/status`` when the answer is no success,
    ///   and what ``response(for:)`` throws.
    public func data(
        at url: URL, cachePolicy: CachePolicy = .standard, upTo limit: ByteCount = .mebibytes(256)
    ) async throws -> Data {
        let response = try await response(for: Request(url, cachePolicy: cachePolicy))
        guard response.isSuccess else {
            throw LoadError(
                .status, "The answer has status \(response.status).",
                url: configuration.disclosure.shown(response.url),
                response: LoadError.ResponseHead(status: response.status, fields: response.fields))
        }
        return try await response.data(upTo: limit)
    }

    /// What the cache holds for `request`, however old; `nil` when it holds nothing. Nothing is
    /// sent, and the request's policy does not matter.
    ///
    /// - Throws: ``LoadError`` with code `invalidURL`.
    public func cachedResponse(for request: Request) async throws -> Response? {
        var request = request
        request.cachePolicy = .cacheOnly
        let prepared = try PreparedRequest(request, keys: configuration.keys)
        let finding = await store.find(prepared.key, for: prepared.fields)
        guard prepared.isCacheable, case .found(let stored) = finding else { return nil }
        return answer(
            prepared, from: stored, CacheStatus(isHit: true), at: configuration.time.now())
    }
}

extension Loader {
    /// Forgets every answer to `url`. What is on its way to it is not stored either.
    ///
    /// - Throws: what the cache throws.
    public func remove(_ url: URL) async throws {
        let request = try PreparedRequest(Request(url), keys: configuration.keys)
        try await forget(request.key)
    }

    /// Forgets every answer kept under `key`, a caller's own or one made from a URL.
    ///
    /// - Throws: what the cache throws.
    public func remove(forKey key: String) async throws {
        try await forget(key)
    }

    /// Waits until nothing goes on in the background: revalidations, and bodies that are fetched
    /// to their end although their callers have left.
    public func idle() async { await deck.idle() }

    /// How many exchanges are under way.
    var inFlight: Int { deck.runningCount }

    /// Forgets what is kept under `key` and was made of it, and what is on its way there but for
    /// one flight's answer.
    func forget(_ key: String, sparing flight: Flight? = nil) async throws {
        deck.disown(key, sparing: flight)
        var failure: (any Error)?
        do { try await store.removeAll(under: key) } catch { failure = error }
        // A tier that fails is no reason to go on showing what is in memory.
        try await observers.forget(key)
        if let failure { throw failure }
    }
}
