import Testing

@testable import LarderRedis

@Suite struct OutgoingTests {
    @Test func `under a load that never ends what was sent is not held for ever`() {
        var outgoing = Outgoing()
        let piece = [UInt8](repeating: 1, count: 100_000)
        outgoing.append([0])
        for _ in 0..<500 {
            outgoing.append(piece)
            outgoing.didSend(piece.count)
            #expect(!outgoing.isEmpty && outgoing.held < 4 << 20)
        }
        let last = outgoing.withUnsent { Array($0) }
        #expect(last == [1])
    }
}
