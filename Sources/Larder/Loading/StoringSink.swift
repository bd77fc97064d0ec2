#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Takes a body on its way to the store.
///
/// A body within the window is stored in one piece at its end. A longer one is written part by
/// part from then on, so that memory stays bounded. A store that fails ends the storing and not
/// the load.
final class StoringSink {
    private let store: ResponseStore
    private let response: StoredResponse
    private let request: PreparedRequest
    private let window: ByteCount
    /// Which bytes of the whole the body is, when it is a part that was asked for.
    private let part: Range<Int>?
    /// Whether nothing more will be stored.
    private(set) var isGivenUp = false
    private var writing: (writer: any EntryWriter, place: ResponseStore.Place?)?

    init(
        store: ResponseStore, response: StoredResponse, request: PreparedRequest,
        window: ByteCount, part: Range<Int>? = nil
    ) {
        self.store = store
        self.response = response
        self.request = request
        self.window = window
        self.part = part
    }
}

extension StoringSink {
    /// Whether tiers that several users see may have the answer.
    var isShareable: Bool { response.mayBeShared(answering: request.fields) }

    /// Takes the next part, before the flight sends it on.
    func take(_ chunk: Data, _ flight: Flight) async {
        guard !isGivenUp else { return }
        do {
            if writing == nil, flight.sentCount + chunk.count > window.bytes {
                try await begin(flight)
            }
            try await writing?.writer.write(chunk)
        } catch {
            flight.forgetStoring()
            await abandon()
        }
    }

    /// Stores the whole. Returns a reader for those who are not done reading, if there are any.
    func finish(_ flight: Flight) async -> (any EntryReader)? {
        guard !isGivenUp, flight.mayStore else {
            await abandon()
            return nil
        }
        do {
            let key = try await commit(flight)
            // The URL may have changed hands while its old answer was being stored.
            guard flight.mayStore else {
                try await store.removeAll(under: request.key)
                return nil
            }
            guard flight.hasParked, let key else { return nil }
            return try await store.cache.reader(forKey: key)
        } catch {
            await abandon()
            return nil
        }
    }

    /// Keeps what came so far, if the transfer that broke off can be resumed from there.
    func keepPart(_ flight: Flight) async {
        let isEnough = flight.sentCount >= PartialAnswer.leastSize.bytes
        guard !isGivenUp, isEnough, flight.mayStore, part == nil,
            ResumePoint(response, received: flight.sentCount) != nil
        else { return await abandon() }
        let (store, response, writer, key) = (store, response, writing?.writer, request.key)
        let kept = flight.kept ?? []
        do {
            // The callers' leaving cancelled this task, and must not cancel the keeping.
            try await Task {
                try await store.savePart(response, writer, kept, under: key)
                if !flight.mayStore { try await store.removePart(under: key) }
            }.value
            writing = nil
            isGivenUp = true
        } catch {
            await abandon()
        }
    }

    /// Drops what was written.
    func abandon() async {
        isGivenUp = true
        await writing?.writer.abandon()
        writing = nil
    }

    private func begin(_ flight: Flight) async throws {
        let place = part == nil ? try await place() : nil
        let writer = try await store.cache.writer(
            forKey: place?.slot.key(under: request.key) ?? partKey)
        writing = (writer, place)
        for chunk in flight.kept ?? [] { try await writer.write(chunk) }
    }

    private func place() async throws -> ResponseStore.Place {
        try await store.place(
            for: response.selection, answering: request.fields, under: request.key)
    }

    /// Returns the key under which the answer is kept; `nil` when the tier does not keep it.
    private func commit(_ flight: Flight) async throws -> String? {
        if let part { return try await commit(part, flight) }
        guard let writer = writing?.writer, let place = writing?.place else {
            let body = flight.keptBody
            let isKept = try await store.save(
                response, body, answering: request.fields, under: request.key)
            return isKept ? request.key : nil
        }
        let key = place.slot.key(under: request.key)
        let attributes = store.attributes(
            response, answering: request.fields, in: place)
        guard try await writer.commit(attributes) != nil else { return nil }
        if try await store.finish(place, under: request.key) { return key }
        try await store.cache.remove(forKey: key)
        return nil
    }

    /// As ``commit(_:)``, for a part that came by itself.
    private func commit(_ part: Range<Int>, _ flight: Flight) async throws -> String? {
        guard flight.sentCount == part.count else {
            await abandon()
            return nil
        }
        if let writer = writing?.writer {
            try await store.savePart(
                response, writer, [], at: part.lowerBound, under: request.key)
            writing = nil
        } else {
            try await store.join(
                response, flight.keptBody, part, answering: request.fields, under: request.key)
        }
        return flight.hasParked ? partKey : nil
    }

    private var partKey: String { PartialAnswer.key(under: request.key) }
}

extension Flight {
    /// The whole body so far; empty when its beginning was let go.
    fileprivate var keptBody: Data {
        let chunks = kept ?? []
        guard chunks.count != 1 else { return chunks[0] }
        return chunks.reduce(into: Data(capacity: sentCount)) { $0.append($1) }
    }
}
