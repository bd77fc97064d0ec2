import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The server's loop. One thread owns it and polls its connections.
struct ScriptedServer {
    private let listener: Int32
    private let wakeup: Int32
    private let waker: ScriptedWaker
    private let log: Watched<ScriptedLog>
    private var connections: [Int32: ScriptedConnection] = [:]
    /// When and for what each connection is to be looked at again.
    private var waits: [Int32: Wait] = [:]

    private enum Wait {
        case reading
        case writing
        case gate
        case until(ContinuousClock.Instant)
    }

    init(listener: Int32, wakeup: Int32, waker: ScriptedWaker, log: Watched<ScriptedLog>) {
        self.listener = listener
        self.wakeup = wakeup
        self.waker = waker
        self.log = log
    }
}

extension ScriptedServer {
    /// Serves until the log says to stop, then closes everything.
    mutating func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while !log.value.isStopping {
            for (descriptor, events) in waitForEvents() {
                handle(descriptor, events, buffer)
            }
            advanceDue()
        }
        for descriptor in connections.keys { end(descriptor) }
        ScriptedSocket.stopListening(listener)
        close(wakeup)
        waker.retire()
    }

    private func waitForEvents() -> [(Int32, Int16)] {
        var polled = [listener, wakeup].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        for (descriptor, wait) in waits {
            var events = Int16(POLLIN)
            if case .writing = wait { events |= Int16(POLLOUT) }
            polled.append(pollfd(fd: descriptor, events: events, revents: 0))
        }
        ScriptedSocket.await(&polled, timeout: timeout)
        return polled.lazy.filter { $0.revents != 0 }.map { ($0.fd, $0.revents) }
    }

    /// Milliseconds to the next pause's end, or -1 when there is none.
    private var timeout: Int32 {
        let ends = waits.values.compactMap { wait in
            if case .until(let end) = wait { end } else { nil }
        }
        guard let next = ends.min() else { return -1 }
        let left = ContinuousClock.now.duration(to: next) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 60_000)))
    }

    private mutating func handle(
        _ descriptor: Int32, _ events: Int16, _ buffer: UnsafeMutableRawBufferPointer
    ) {
        switch descriptor {
        case wakeup: ScriptedSocket.drain(wakeup)
        case listener: acceptAll()
        default:
            if events & Int16(POLLOUT) != 0 { advance(descriptor) }
            if events & ~Int16(POLLOUT) != 0 { receive(descriptor, buffer) }
        }
    }

    /// Goes on with those whose pause is over or whose gate may have been opened.
    private mutating func advanceDue() {
        let now = ContinuousClock.now
        for (descriptor, wait) in waits {
            switch wait {
            case .gate: advance(descriptor)
            case .until(let end) where end <= now: advance(descriptor)
            default: break
            }
        }
    }
}

// MARK: - Connections

extension ScriptedServer {
    private mutating func acceptAll() {
        while let descriptor = ScriptedSocket.nextConnection(of: listener) {
            let number = log.change { log in
                log.acceptedConnections += 1
                log.openConnections.insert(log.acceptedConnections)
                return log.acceptedConnections
            }
            connections[descriptor] = ScriptedConnection(number: number)
            waits[descriptor] = .reading
        }
    }

    private mutating func receive(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) {
        guard connections[descriptor] != nil else { return }
        switch ScriptedSocket.take(descriptor, into: buffer) {
        case .nothing: break
        case .end: end(descriptor)
        case .bytes(let bytes):
            connections[descriptor]?.parser.receive(bytes)
            if connections[descriptor]?.isAnswering == false { advance(descriptor) }
        }
    }

    private mutating func end(_ descriptor: Int32, byReset isReset: Bool = false) {
        guard let connection = connections.removeValue(forKey: descriptor) else { return }
        waits[descriptor] = nil
        if isReset { ScriptedSocket.abort(descriptor) } else { close(descriptor) }
        log.change { _ = $0.openConnections.remove(connection.number) }
    }

    /// Does all that the connection can do at once.
    private mutating func advance(_ descriptor: Int32) {
        while var connection = connections[descriptor] {
            let action = connection.next(at: .now) { $0.passes(orWakes: waker) }
            connections[descriptor] = connection
            switch action {
            case .send(let bytes): guard send(bytes, to: descriptor) else { return }
            case .listen: guard beginNext(descriptor) else { return }
            case .waitForGate: return waits[descriptor] = .gate
            case .waitUntil(let end): return waits[descriptor] = .until(end)
            case .silence: return waits[descriptor] = .reading
            case .close: return end(descriptor)
            case .reset: return end(descriptor, byReset: true)
            }
        }
    }

    /// Returns whether the system took anything.
    private mutating func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        guard let count = ScriptedSocket.give(descriptor, bytes) else {
            end(descriptor)
            return false
        }
        connections[descriptor]?.didSend(count)
        waits[descriptor] = .writing
        return count > 0
    }
}

// MARK: - Requests

extension ScriptedServer {
    /// Takes the next request that has come in full. Returns whether there is anything to send.
    private mutating func beginNext(_ descriptor: Int32) -> Bool {
        waits[descriptor] = .reading
        switch connections[descriptor]?.parser.next() {
        case .request(let request)?:
            begin(request, descriptor)
        case .expectsContinue?:
            connections[descriptor]?.begin([.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))])
        case .garbage?:
            let refusal = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
            connections[descriptor]?.begin([.send(refusal), .end(.close)])
        case .more?, nil:
            return false
        }
        return true
    }

    private mutating func begin(_ request: ScriptedRequestParser.Request, _ descriptor: Int32) {
        let connection = connections[descriptor]?.number ?? 0
        let (seen, script) = log.change { log in
            log.requestCount += 1
            let seen = ScriptedOrigin.SeenRequest(request, log.requestCount, connection)
            if log.keepsRequests { log.requests.append(seen) }
            return (seen, log.scripts[seen.target] ?? log.scripts[seen.path] ?? log.fallback)
        }
        connections[descriptor]?.begin(script.reply(seen).steps(for: seen))
    }
}

extension ScriptedOrigin.SeenRequest {
    fileprivate init(
        _ request: ScriptedRequestParser.Request, _ number: Int, _ connection: Int
    ) {
        self.init(
            number: number, connection: connection,
            method: HTTPMethod(rawValue: request.method), target: request.target,
            fields: request.fields, body: Data(request.body), head: request.head)
    }
}
