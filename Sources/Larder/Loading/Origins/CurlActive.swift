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
    /// What undoes the coding of the body, if it is in one that is known.
    private var coded: CodedBody?
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
            coded = ContentCodings.decoder(of: head.fields).map(CodedBody.init)
            endsAtLength = !handle.isMultiplexed && !head.fields.has("Transfer-Encoding")
            transfer.receive(head, size: parser.size)
            return announcedLength.map(mayReceive) ?? true
        }
    }

    func receive(bytes: UnsafeRawBufferPointer) -> Transfer.State.Intake {
        noteProgress()
        if let coded { return decode(bytes, of: coded) }
        let intake = transfer.receive(
            bytes, expected: announcedLength, endsThere: endsAtLength)
        if case .pause = intake { deadlines.pause() }
        if case .tooLarge = intake { _ = stopForSize() }
        return intake
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, of coded: CodedBody
    ) -> Transfer.State.Intake {
        var intake = Transfer.State.Intake.taken
        let outcome = coded.receive(bytes, isBehind: transfer.isBehind) { part in
            intake = transfer.accept(part, wireCount: coded.codedCount)
            return intake == .taken || intake == .pause
        }
        switch outcome {
        case .taken: return .taken
        case .refused:
            deadlines.pause()
            return .pause
        case .stopped:
            if intake == .tooLarge { _ = stopForSize() }
            return intake
        case .damaged:
            _ = stop(.malformed, "The content from \(place) is not coded as its head says.")
            return .stop
        }
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
            return coded?.isWhole == false ? .failure(decodedInPart) : .success(())
        }
        if code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY {
            isOutOfDescriptors = Descriptors.areUsedUp
        }
        return .failure(curlFailure(code).error)
    }

    /// The failure that a passed deadline is.
    func timeout(_ part: ExchangeDeadlines.Part) -> LoadError {
        curlFailure(CURLE_OK).timeout(part)
    }

    private var decodedInPart: LoadError {
        LoadError(
            .truncated, "The content from \(place) breaks off within its coding.",
            url: transfer.request.url, response: head)
    }

    private func curlFailure(_ code: CURLcode) -> CurlFailure {
        CurlFailure(
            code: code, request: transfer.request, head: head, text: handle.errorText,
            receivedBytes: transfer.bodyBytes, announcedBytes: announcedLength,
            refusedAddress: refusedAddress, isOutOfDescriptors: isOutOfDescriptors)
    }

    private var place: String { transfer.place }

    private var announcedLength: Int? { head?.fields["Content-Length"].flatMap { Int($0) } }
}
#endif
