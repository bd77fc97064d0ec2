#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A body on its way from one sender to any number of readers, each at its own pace.
///
/// Pure bookkeeping: it decides, its owner waits and wakes. The idea: keep what somebody still
/// has to read, but never more than a window. Until the body outgrows the window all of it is
/// kept, so that a late reader gets every byte. Then the sender waits for the fastest reader.
/// One who falls a window behind the fastest is *parked*: its rest comes from the cache once
/// the body is stored there. A body that is not stored waits for the slowest instead.
///
/// Invariant: the kept chunks follow each other without a gap, and no reader that is not
/// parked stands before the first of them. Costs: a step is linear in the readers, of which
/// there are few.
struct Broadcast {
    /// Names a reader.
    typealias Reader = Int

    /// How the body ended.
    enum End {
        case complete
        case failed(any Error)
    }

    /// What a reader finds.
    enum Next {
        case chunk(Data)
        case wait
        case end
        case failed(any Error)
        /// Its next byte, at this offset, must be read from the cache.
        case parked(at: Int)
    }

    private struct Place {
        var offset: Int
        var isParked = false
    }

    /// The most bytes kept for readers.
    let window: Int
    /// Whether bytes that were let go can be read elsewhere later.
    var isStored: Bool

    private var chunks: [Data] = []
    /// The offset of the first kept chunk.
    private var start = 0
    /// How many bytes were sent so far.
    private(set) var count = 0
    private(set) var end: End?
    private var places: [Reader: Place] = [:]
    private var nextReader = 0

    init(window: Int, isStored: Bool) {
        // In a window of nothing nothing could ever be sent.
        self.window = max(1, window)
        self.isStored = isStored
    }
}

// MARK: - The sender

extension Broadcast {
    /// Whether the sender may send on, or must wait for a reader.
    var hasRoom: Bool {
        var (slowest, fastest) = (Int.max, -1)
        for place in places.values where !place.isParked {
            slowest = min(slowest, place.offset)
            fastest = max(fastest, place.offset)
        }
        return fastest < 0 || count - (isStored ? fastest : slowest) < window
    }

    /// Whether everything from the first byte on is kept.
    var isWhole: Bool { start == 0 }

    /// The body, if it came in one piece and has ended well.
    var whole: Data? {
        guard case .complete = end, isWhole, chunks.count == 1 else { return nil }
        return chunks[0]
    }

    /// What is kept, in order.
    var kept: [Data] { chunks }

    mutating func send(_ chunk: Data) {
        // Readers move on by a chunk's length.
        guard !chunk.isEmpty else { return }
        chunks.append(chunk)
        count += chunk.count
        trim()
    }

    /// Ends the body. Later calls change nothing.
    mutating func finish(_ end: End) {
        if self.end == nil { self.end = end }
    }
}

// MARK: - Readers

extension Broadcast {
    /// Adds a reader at the first byte.
    mutating func join() -> Reader {
        nextReader += 1
        places[nextReader] = Place(offset: 0, isParked: start > 0)
        return nextReader
    }

    mutating func leave(_ reader: Reader) {
        places[reader] = nil
        trim()
    }

    /// Takes the next chunk for `reader`.
    mutating func next(_ reader: Reader) -> Next {
        let next = peek(reader)
        if case .chunk(let chunk) = next {
            places[reader]?.offset += chunk.count
            trim()
        }
        return next
    }

    /// Whether ``next(_:)`` would come to something else than waiting.
    func hasNews(for reader: Reader) -> Bool {
        if case .wait = peek(reader) { false } else { true }
    }

    private func peek(_ reader: Reader) -> Next {
        guard let place = places[reader] else { return .end }
        if place.isParked { return parked(place) }
        if let chunk = chunk(at: place.offset) { return .chunk(chunk) }
        switch end {
        case nil: return .wait
        case .complete: return .end
        case .failed(let error): return .failed(error)
        }
    }

    /// Notes that a parked reader has read on elsewhere.
    mutating func advance(_ reader: Reader, by count: Int) { places[reader]?.offset += count }

    /// Whether a reader will need what is only in the cache.
    var hasParked: Bool { places.values.contains { $0.isParked } }

    private func parked(_ place: Place) -> Next {
        switch end {
        case nil: .wait
        case .complete: .parked(at: place.offset)
        case .failed(let error): .failed(error)
        }
    }

    /// Readers stand at the beginnings of chunks, always.
    private func chunk(at offset: Int) -> Data? {
        var position = start
        for chunk in chunks {
            if position == offset { return chunk }
            position += chunk.count
        }
        return nil
    }

    /// Lets go what nobody needs, once the body has outgrown the window.
    private mutating func trim() {
        guard count > window else { return }
        if isStored { park() }
        let needed = places.values.filter { !$0.isParked }.map(\.offset).min() ?? count
        while let first = chunks.first, start + first.count <= needed {
            start += first.count
            chunks.removeFirst()
        }
    }

    private mutating func park() {
        for (reader, place) in places where count - place.offset > window {
            let fastest = places.values.filter { !$0.isParked }.map(\.offset).max() ?? 0
            if place.offset < fastest { places[reader]?.isParked = true }
        }
    }
}

extension Broadcast {
    /// Traps when the invariant is broken; for tests.
    func checkInvariants() {
        let kept = chunks.reduce(0) { $0 + $1.count }
        precondition(start + kept == count, "The kept chunks do not reach the last byte.")
        for place in places.values where !place.isParked {
            precondition(place.offset >= start, "A reader's next byte is gone.")
        }
    }
}
