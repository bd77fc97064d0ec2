import LarderTesting
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A body on its way to many` {
    private func bytes(_ count: Int) -> Data { Data(repeating: 1, count: count) }

    @Test func `within the window a late reader gets everything`() throws {
        var body = Broadcast(window: 10, isStored: true)
        let early = body.join()
        body.send(bytes(6))
        _ = body.next(early)
        let late = body.join()
        guard case .chunk(let data) = body.next(late) else {
            Issue.record("the first bytes are still kept")
            return
        }
        #expect(data.count == 6)
    }

    @Test(arguments: [Int.min, -1, 0, 1])
    func `a window of nothing is one byte, so that the sender can go on`(window: Int) {
        var body = Broadcast(window: window, isStored: false)
        let reader = body.join()
        for _ in 0..<3 {
            #expect(body.hasRoom)
            body.send(bytes(4))
            #expect(!body.hasRoom)
            _ = body.next(reader)
        }
    }

    @Test func `the sender waits for the fastest reader when the body is stored`() {
        var body = Broadcast(window: 10, isStored: true)
        let fast = body.join()
        let slow = body.join()
        for _ in 0..<3 { body.send(bytes(4)) }
        #expect(!body.hasRoom)
        _ = body.next(fast)
        #expect(body.hasRoom)
        for _ in 0..<4 {
            body.send(bytes(4))
            _ = body.next(fast)
        }
        #expect(body.hasParked && body.hasRoom)
        guard case .wait = body.next(slow) else {
            Issue.record("a parked reader waits for the end")
            return
        }
        body.finish(.complete)
        guard case .parked(at: 0) = body.next(slow) else {
            Issue.record("a parked reader goes on where it stopped")
            return
        }
    }

    @Test func `the sender waits for the slowest reader when it is not`() {
        var body = Broadcast(window: 10, isStored: false)
        let fast = body.join()
        let slow = body.join()
        for _ in 0..<3 {
            body.send(bytes(4))
            _ = body.next(fast)
        }
        #expect(!body.hasRoom && !body.hasParked)
        body.leave(slow)
        #expect(body.hasRoom)
    }

    @Test func `a reader alone is never parked`() {
        var body = Broadcast(window: 10, isStored: true)
        _ = body.join()
        for _ in 0..<5 { body.send(bytes(4)) }
        #expect(!body.hasParked && !body.hasRoom)
    }

    @Test(arguments: [true, false])
    func `random runs give every reader every byte and keep little`(isStored: Bool) {
        for seed in 0..<200 { BroadcastModel(seed: UInt64(seed), isStored: isStored).run() }
    }
}

/// Sends a body of counted bytes to readers of random pace and compares what they get.
private struct BroadcastModel {
    let seed: UInt64
    let isStored: Bool

    func run() {
        var random = SeededGenerator(seed: seed)
        var body = Broadcast(window: 16, isStored: isStored)
        var sent: [UInt8] = []
        var got: [Broadcast.Reader: [UInt8]] = [:]
        while sent.count < 300 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4 where body.hasRoom:
                let chunk = (0..<Int.random(in: 1...5, using: &random)).map {
                    UInt8((sent.count + $0) & 255)
                }
                sent += chunk
                body.send(Data(chunk))
            case 4 where got.count < 4 && (isStored || body.isWhole):
                got[body.join()] = []
            case 5:
                guard let reader = got.keys.sorted().randomElement(using: &random) else { break }
                if Bool.random(using: &random) { continue }
                body.leave(reader)
                got[reader] = nil
            default:
                guard let reader = got.keys.sorted().randomElement(using: &random) else { break }
                if case .chunk(let data) = body.next(reader) { got[reader]? += Array(data) }
            }
            body.checkInvariants()
            #expect(body.kept.reduce(0) { $0 + $1.count } <= 16 + 5)
        }
        body.finish(.complete)
        for (reader, bytes) in got { finish(reader, bytes, &body, sent) }
    }

    private func finish(
        _ reader: Broadcast.Reader, _ bytes: [UInt8], _ body: inout Broadcast, _ sent: [UInt8]
    ) {
        var bytes = bytes
        while true {
            switch body.next(reader) {
            case .chunk(let data): bytes += Array(data)
            case .parked(let offset):
                #expect(isStored && offset == bytes.count && bytes == Array(sent[..<offset]))
                return
            case .end:
                #expect(bytes == sent)
                return
            case .wait, .failed:
                Issue.record("a body that ended well neither waits nor fails")
                return
            }
        }
    }
}
