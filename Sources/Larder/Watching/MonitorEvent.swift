#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that happened in what a ``Monitor`` watches. Later versions may add cases.
///
/// What was found where it was looked for happens too often to be told one by one: hits come in
/// sums.
public enum MonitorEvent: Sendable {
    /// A tier answered so many look-ups since the listener last heard of it. Told together with the
    /// next other event.
    case tierHits(tier: String, count: Int)

    /// A tier below memory did not have what was asked for. Memory did not have it either.
    case tierMissed(tier: String, key: String)

    /// A tier could not do its work: a look-up that was a miss therefore, or something that was not
    /// stored, changed or removed.
    case tierFailed(tier: String, task: TierTask, error: any Error)

    /// A tier found bytes that are not what was stored, `count` times since it was last asked. It
    /// serves none of them.
    case damageFound(tier: String, count: Int)

    /// The cache alone could not answer a load, and the origin is asked. `id` is the same in the
    /// event that ends the load.
    case loadBegan(id: Int, url: URL)

    /// The head of the answer was handed out; the body may still be on its way. `duration` counts
    /// from ``loadBegan(id:url:)``.
    case loadAnswered(id: Int, url: URL, status: Int, source: Response.Source, duration: Duration)

    /// The load failed, or its caller gave it up.
    case loadFailed(id: Int, url: URL, error: any Error, duration: Duration)

    /// All of an exchange's bytes have come, or no more of them are wanted.
    case received(url: URL, bytes: ByteCount)

    /// So many events after the one before this were not kept: the listener is slower than what
    /// happens.
    case missed(Int)
}

/// What a tier was to do.
public enum TierTask: String, Sendable, Hashable, Codable, CaseIterable {
    /// Find an entry.
    case lookUp
    /// Store an entry, from above or by promotion from below.
    case store
    /// Replace what is kept beside an entry.
    case update
    /// Remove one entry or all.
    case remove
}
