#if os(Linux)
import CCurl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An exchange that is under way. Only the origin's thread touches it.
final class CurlActive {
    let transfer: Transfer
    let handle: CurlHandle
    private unowned let progress: CurlProgress
    private var parser = ResponseHeadParser()
    private var head: LoadError.ResponseHead?
    var deadlines: ExchangeDeadlines
    /// Whether the length that is announced is the body's, whatever follows (RFC 9112 §6.3). What
    /// follows in HTTP/2 may make the answer malformed (RFC 9113 §8.1.1).
    private var endsAtLength = false
    /// What undoes the coding of the body, unless libcurl does.
    private var inflater: Inflater?
    /// The bytes that it was given.
    private var codedCount = 0
    /// Why libcurl was told to stop.
    private(set) var failure: LoadError?
    /// An address that the policy did not allow.
    private var refusedAddress: String?
    /// Whether the process or the system had no descriptor left for a connection.
    private var isOutOfDescriptors = false

    init(
        _ transfer: Transfer, handle: CurlHandle, progress: CurlProgress,
        deadlines: ExchangeDeadlines
    ) {
        self.transfer = transfer
        self.handle = handle
        self.progress = progress
        self.deadlines = deadlines
    }
}

/// What libcurl's callbacks leave behind for the loop.
final class CurlProgress {
    var now = Duration.zero
    /// Those for whom something came.
    private(set) var touched: [CurlActive] = []
    /// How many of them were served.
    private var servedCount = 0
}

extension CurlProgress {
    /// How many callers wait until others have been carried on. Serving fewer at a time wakes
    /// threads more often; more leave the other cores without work.
    private static let lot = 16

    /// Notes that something came for `active`, which libcurl is carrying on.
    func touch(_ active: CurlActive) {
        guard touched.last !== active else { return }
        if touched.count - servedCount >= Self.lot { serve() }
        touched.append(active)
    }

    /// Serves the callers for whom something came.
    func serve() {
        for active in touched[servedCount...] { active.transfer.settle() }
        servedCount = touched.count
    }

    /// Begins anew, with all served.
    func clear() {
        touched.removeAll(keepingCapacity: true)
        servedCount = 0
    }
}

// MARK: - What libcurl calls

extension CurlActive {
    /// Whether the exchange may share its connection with others.
    var mayShareConnection: Bool { place.hasPrefix("https:") }

    /// Whether the exchange may go on.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        noteProgress()
        switch parser.receive(line) {
        case .more: return true
        case .malformed(let reason):
            return stop(.malformed, "The answer from \(place) is no HTTP: \(reason).")
        case .head(let head):
            self.head = head
            if CurlHandle.mayDecideByHead {
                inflater = Inflater.format(of: head.fields).map(Inflater.init)
            }
            if inflater != nil || !CurlCodings.undoes(head.fields) { handle.leaveContentAsSent() }
            endsAtLength = !handle.isMultiplexed && !head.fields.has("Transfer-Encoding")
            transfer.receive(head, size: parser.size)
            return announcedLength.map(mayReceive) ?? true
        }
    }

    func receive(bytes: UnsafeRawBufferPointer) -> Transfer.State.Intake {
        noteProgress()
        if let inflater { return unpack(bytes, by: inflater) }
        let wireCount = isCoded ? Int(larder_easy_downloaded(handle.easy)) : nil
        let intake = transfer.receive(
            bytes, wireCount: wireCount, expected: isCoded ? nil : announcedLength,
            endsThere: endsAtLength)
        if case .pause = intake { deadlines.pause() }
        if case .tooLarge = intake { _ = stopForSize() }
        return intake
    }

    /// What was unpacked cannot be handed back, so whether there is room is asked before.
    private func unpack(
        _ bytes: UnsafeRawBufferPointer, by inflater: Inflater
    ) -> Transfer.State.Intake {
        guard !transfer.isBehind() else {
            deadlines.pause()
            return .pause
        }
        // What is sent counts, whether or not anything comes of it.
        codedCount += bytes.count
        var intake = transfer.accept(Data(), wireCount: codedCount)
        var mayGoOn: Bool { intake == .taken || intake == .pause }
        let isSound =
            !mayGoOn
            || inflater.unpack(bytes) { part in
                intake = transfer.accept(Data(part), wireCount: codedCount)
                return mayGoOn
            }
        if !isSound {
            _ = stop(.malformed, "The content from \(place) is not coded as its head says.")
            return .stop
        }
        if intake == .tooLarge { _ = stopForSize() }
        return intake == .pause ? .taken : intake
    }

    /// Whether a connection to `address` may be made or used.
    func mayConnect(to address: String, port: Int) -> Bool {
        if transfer.request.addressPolicy.isUnrestricted { return true }
        if transfer.request.addressPolicy.allows(address, port) { return true }
        refusedAddress = address
        return false
    }

    /// The exchange has a connection and its request is about to be sent.
    func connected() {
        deadlines.connect()
    }

    private func noteProgress() {
        deadlines.progress(progress.now)
        progress.touch(self)
    }

    private func mayReceive(_ length: Int) -> Bool {
        let hasBody = transfer.request.method != .head && head?.status != 304
        return !hasBody || length <= transfer.request.limit.bytes || stopForSize()
    }

    private func stopForSize() -> Bool {
        let limit = transfer.request.limit
        return stop(.tooLarge, "The body from \(place) is larger than the limit of \(limit).")
    }

    private func stop(_ code: LoadError.Code, _ message: String) -> Bool {
        failure = LoadError(code, message, url: transfer.request.url, response: head)
        return false
    }
}

// MARK: - The end

extension CurlActive {
    /// Notes why the system gave no socket.
    func noSocket(_ number: Int32) {
        isOutOfDescriptors = number == EMFILE || number == ENFILE
    }

    /// What libcurl's `code` means for the caller.
    func result(_ code: CURLcode) -> Result<Void, any Error> {
        if let failure { return .failure(failure) }
        if code == CURLE_OK, parser.isComplete {
            return inflater?.isWhole == false ? .failure(unpackedInPart) : .success(())
        }
        return .failure(curlFailure(code).error)
    }

    /// The failure that a passed deadline is.
    func timeout(_ part: ExchangeDeadlines.Part) -> LoadError {
        curlFailure(CURLE_OK).timeout(part)
    }

    private var unpackedInPart: LoadError {
        LoadError(
            .truncated, "The content from \(place) breaks off within its coding.",
            url: transfer.request.url, response: head)
    }

    private func curlFailure(_ code: CURLcode) -> CurlFailure {
        CurlFailure(
            code: code, request: transfer.request, head: head, text: handle.errorText,
            isCoded: isCoded, receivedBytes: transfer.bodyBytes, announcedBytes: announcedLength,
            refusedAddress: refusedAddress, isOutOfDescriptors: isOutOfDescriptors)
    }

    private var place: String { transfer.place }

    private var announcedLength: Int? { head?.fields["Content-Length"].flatMap { Int($0) } }

    private var isCoded: Bool {
        guard let coding = head?.fields["Content-Encoding"] else { return false }
        return coding.lowercased() != "identity"
    }
}
#endif
