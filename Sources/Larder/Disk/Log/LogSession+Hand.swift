#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// The hand: the other end of the log, which forgets.
///
/// It passes the oldest record first. What is superseded, removed or expired is dropped; so is,
/// in a cache with a capacity, what nobody has read since the hand last passed. The rest is
/// appended anew with its read mark cleared. This is the second-chance rule (Corbató 1968) on a
/// log, and costs each store as much passing as it appends: no scan, no pause.
///
/// Space comes back a pack at a time, so a pack's worth of the capacity is kept free for what
/// the hand has passed in its pack.
extension LogSession {
    enum Copying { case nothing, read, live }

    /// Passes one record. Returns how many bytes of the log were passed.
    func step(copying: Copying) throws -> Int {
        // The index tells what is dead, once it knows what was written.
        if hand >= publishedEnd || hasNews { try publish() }
        let place = hand
        guard place < publishedEnd else { return 0 }
        let pack: Pack
        do throws(PackFailure) {
            pack = try log.pack(place.pack)
        } catch {
            guard case .other(let errno) = error else { return try leavePack() }
            throw errno
        }
        let limit = place.pack == publishedEnd.pack ? publishedEnd.offset : Int.max
        guard let (header, isMarked) = try nextHeader(in: pack, limit), header.kind != .seal
        else { return try passDamage(pack, limit) }
        try pass(header, isMarked: isMarked, in: pack, copying)
        hand.offset += header.recordLength
        return header.recordLength
    }

    /// The header under the hand. A block of headers is read at once, since so many are passed by
    /// most of the turns that pass any.
    private func nextHeader(
        in pack: Pack, _ limit: Int
    ) throws(Errno) -> (header: RecordHeader, isMarked: Bool)? {
        var reader = LogReader(pack, limit: limit, isNarrow: true)
        if let known = handReader, known.reads(pack, limit: limit) { reader = known }
        handReader = nil
        defer { handReader = reader }
        return try reader.header(at: hand.offset)
    }

    private typealias PackFailure = DiskLog.PackFailure

    private func pass(
        _ header: RecordHeader, isMarked: Bool, in pack: Pack, _ copying: Copying
    ) throws {
        guard header.isValue,
            let place = log.bucket(header.bucketHash).find(header.hash),
            place.isSame(
                as: IndexPlace(hand, length: header.recordLength, isLarge: header.kind == .large))
        else { return }
        let isExpired = header.isExpired(at: log.settings.time)
        let isCarried = !isExpired && (copying == .live || copying == .read && isMarked)
        if isCarried, try carry(header, in: pack) { return }
        evicted.append((header.bucketHash, header.hash, place, isExpired))
        if header.kind == .large { try doomFile(of: header, at: hand, in: pack) }
    }

    /// Appends the record under the hand anew; `false` when there is no room for it or its bytes
    /// are not all there.
    private func carry(_ header: RecordHeader, in pack: Pack) throws(Errno) -> Bool {
        let needed = bytesInUse + growth(header.recordLength)
        guard needed + Layout.block <= room ?? .max else { return false }
        var bytes = try pack.read(header.recordLength, at: hand.offset)
        guard bytes.count == header.recordLength else { return false }
        var header = header
        header.flags.remove(.isBarrier)
        _ = try append(copy: &bytes, header)
        return true
    }

    /// Steps over what is no record: to the next one that the seal names, or out of the pack.
    private func passDamage(_ pack: Pack, _ limit: Int) throws -> Int {
        guard pack.number < publishedEnd.pack else {
            let passed = publishedEnd.offset - hand.offset
            hand = publishedEnd
            return max(1, passed)
        }
        let next = try pack.seal()?.seal.items.first { $0.offset > hand.offset }
        guard let next else { return try leavePack() }
        defer { hand.offset = next.offset }
        return next.offset - hand.offset
    }

    /// Steps into the next pack. What the hand has left can go at once.
    private func leavePack() throws(Errno) -> Int {
        moveHand(to: Address(pack: hand.pack + 1, offset: PackHeader.size))
        try publish()
        return Layout.block
    }
}

extension RecordHeader {
    /// Whether the entry may no longer be served. One from the future may not either, as far as
    /// it expires at all: a clock was set back.
    func isExpired(at time: TimeSource) -> Bool {
        guard expiresAt != Self.never else { return false }
        let now = Timestamp.microseconds(time.now())
        return now >= expiresAt || storedAt > now
    }
}

/// Dates as the format keeps them: microseconds since 1970, clamped to what fits.
enum Timestamp {
    static func microseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1e6).rounded()
        return value >= 9e18 ? Int64(9e18) : value <= -9e18 ? Int64(-9e18) : Int64(value)
    }

    static func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1e6)
    }
}
